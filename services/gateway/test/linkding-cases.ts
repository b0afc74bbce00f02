/** One call of the contract suite: what is sent, to a linkding and to this server alike. */
export interface Case {
  /** What is looked at. */
  readonly name: string;
  readonly method: string;
  /** Below `/api`, or a feed. `{first}` is the id in the answer to the case of that name, `{key}` the caller's token. */
  readonly path: string;
  readonly body?: Body;
  /** Where this server answers something else on purpose: paths in the answer, and why. */
  readonly apart?: Readonly<Record<string, string>>;
  /** Why this server answers another status on purpose. */
  readonly differs?: string;
}

/** The body of a call. */
export type Body =
  | { readonly json: unknown }
  | { readonly form: Readonly<Record<string, string>> }
  | { readonly parts: Readonly<Record<string, string | readonly string[]>> }
  | { readonly text: string; readonly type: string };

const page = (name: string): string => `http://127.0.0.1:1/${name}`;
const post = (name: string, json: unknown, more: Partial<Case> = {}): Case => ({
  name,
  method: "POST",
  path: "/bookmarks/?disable_scraping",
  body: { json },
  ...more,
});
const get = (name: string, path: string, more: Partial<Case> = {}): Case => ({ name, method: "GET", path, ...more });
const patch = (name: string, path: string, json: unknown, more: Partial<Case> = {}): Case => ({
  name,
  method: "PATCH",
  path,
  body: { json },
  ...more,
});

const ALL = {
  title: "First",
  description: "What it is",
  notes: "Mine",
  unread: false,
  shared: false,
  tag_names: ["zoo", "Alpha", "two words"],
};
const STAYS = "what is not sent stays, so that no app destroys what it does not know";
const UNVISITED = "a link is unread until it is opened or marked as read";

/** The cases, in their order: later ones see what earlier ones left. */
export const CASES: readonly Case[] = [
  get("the root", "/"),
  get("an empty list", "/bookmarks/"),
  get("no tags", "/tags/"),
  get("no bundles", "/bundles/"),
  get("the profile", "/user/profile/"),

  post("first", { url: page("first"), ...ALL }),
  get("a bookmark", "/bookmarks/{first}/"),
  post("second", { url: page("second"), title: "Second", unread: true }),
  post("nothing but an address", { url: page("third") }, { apart: { unread: UNVISITED } }),
  { name: "delete that", method: "DELETE", path: "/bookmarks/{nothing but an address}/" },
  post("saved again", { url: page("first"), ...ALL, title: "Again", tag_names: ["zoo"] }),
  post(
    "saved again with less",
    { url: page("first"), title: "Less", unread: false },
    { apart: { description: STAYS, notes: STAYS, tag_names: STAYS } },
  ),
  post("saved again with all of it", { url: page("first"), ...ALL, title: "Again", tag_names: ["zoo"] }),
  post("an archived one", { url: page("archived"), title: "Done", unread: false, is_archived: true }),
  post("numbers as texts", { url: page("numbers"), title: 12, unread: "yes", tag_names: ["a,b", "c"] }),
  post("texts with blanks around", {
    url: ` ${page("blanks")} `,
    title: "  T  ",
    unread: true,
    tag_names: [" x ", "X"],
  }),
  {
    ...post("a form in parts", undefined),
    body: { parts: { url: page("parts"), title: "Parts", unread: "true", tag_names: "a,b" } },
  },
  {
    ...post("tags of a form", undefined),
    body: { parts: { url: page("tags"), title: "Tags", unread: "on", tag_names: ["x", "y z"] } },
  },
  { ...post("a form in one line", undefined), body: { form: { url: page("line"), unread: "1", title: "Line ä&b" } } },

  post("without an address", {}),
  post("null as an address", { url: null }),
  post("a blank address", { url: " " }),
  post("no address", { url: "no address" }),
  post(
    "an address that is too long",
    { url: page("x".repeat(2100)) },
    { apart: { url: "one of its two faults is enough" } },
  ),
  post("wrong types", { url: page("wrong"), title: [], description: {}, notes: true, unread: "maybe", shared: null }),
  post("a title that is too long", { url: page("long"), title: "t".repeat(513) }),
  post("null as a title", { url: page("null"), title: null }),
  post("tags as a text", { url: page("wrong"), tag_names: "a" }),
  post("tags that are none", { url: page("wrong"), tag_names: ["a", null, [], ""] }),
  post("null as tags", { url: page("wrong"), tag_names: null }),
  post("a list", []),
  post("a text", "text"),
  {
    ...post("no JSON", undefined),
    body: { text: "{", type: "application/json" },
    apart: { detail: "the words of Python's parser" },
  },
  { ...post("another type", undefined), body: { text: "x", type: "text/plain" } },
  { ...post("nothing", undefined) },

  patch("a title", "/bookmarks/{first}/", { title: "Changed" }),
  patch("tags", "/bookmarks/{first}/", { tag_names: ["b", "a"] }),
  patch("nothing to change", "/bookmarks/{first}/", {}),
  patch("empty texts", "/bookmarks/{first}/", { notes: "", description: "" }),
  patch("its own address", "/bookmarks/{first}/", { url: page("first") }),
  patch("another one's address", "/bookmarks/{first}/", { url: page("second") }),
  patch("a new address", "/bookmarks/{second}/", { url: page("moved") }, { differs: "a link is its address" }),
  patch("the old address", "/bookmarks/{second}/", { url: page("second") }),
  patch("a wrong flag", "/bookmarks/{first}/", { unread: 2 }),
  patch("read", "/bookmarks/{second}/", { unread: false }),
  patch("archived", "/bookmarks/{second}/", { is_archived: true }),
  patch("not archived", "/bookmarks/{second}/", { is_archived: false }),
  patch("nobody's", "/bookmarks/999999999/", { title: "x" }),
  { ...patch("whole", "/bookmarks/{first}/", { url: page("first"), notes: "N" }), method: "PUT" },
  { ...patch("whole without an address", "/bookmarks/{first}/", { notes: "N" }), method: "PUT" },
  { ...patch("whole, another one's address", "/bookmarks/{first}/", { url: page("second") }), method: "PUT" },

  { name: "archive", method: "POST", path: "/bookmarks/{second}/archive/" },
  get("the archived ones", "/bookmarks/archived/?sort=title_asc"),
  { name: "unarchive", method: "POST", path: "/bookmarks/{second}/unarchive/" },
  { name: "archive nobody's", method: "POST", path: "/bookmarks/999999999/archive/" },
  get("the shared ones", "/bookmarks/shared/"),
  get("nobody's bookmark", "/bookmarks/999999999/"),
  get("a known address", `/bookmarks/check/?url=${encodeURIComponent(page("first"))}`, {
    apart: { "metadata.title": "the page is not fetched, so the link's own title stands there" },
  }),
  get("an unknown address", `/bookmarks/check/?url=${encodeURIComponent(page("unknown"))}`),
  { name: "a method that there is not", method: "PUT", path: "/bookmarks/", body: { json: {} } },
  { name: "a method that the root has not", method: "POST", path: "/", body: { json: {} } },

  ...[
    "limit=2&sort=title_asc",
    "limit=2&offset=2&sort=title_asc",
    "limit=3&offset=3&sort=title_asc&q=",
    "limit=x&offset=-1&sort=title_desc",
    "limit=0&sort=added_asc",
    "limit=10000&sort=added_desc",
    "offset=500",
    "unread=yes&sort=added_asc",
    "unread=no&sort=added_asc",
    "shared=yes",
    "shared=no&sort=added_asc",
    "added_since=2100-01-01T00:00:00Z",
    "added_since=2000-01-01T00:00:00Z&sort=added_asc",
    "modified_since=never&sort=added_asc",
    "bundle=999999999&sort=added_asc",
    "sort=nothing",
    "user=somebody&sort=added_asc",
    ...[
      "first",
      "FIRST",
      "irst",
      "ä",
      "#b",
      "#B #a",
      "#y-z",
      "!unread",
      "!untagged",
      "!anything",
      "not #b",
      "#a or #x",
      "(#a or #x) and not first",
      '"ä&b"',
      "'parts'",
      "parts and",
      "(parts",
      ")",
      "%",
      "_",
      "127.0.0.1",
      "\\",
      "a'b",
      "and",
    ].map((q) => `sort=added_asc&q=${encodeURIComponent(q)}`),
  ].map((query) => get(`list by ${query}`, `/bookmarks/?${query}`)),

  { name: "tag", method: "POST", path: "/tags/", body: { json: { name: "b" } } },
  get("a tag", "/tags/{tag}/"),
  get("nobody's tag", "/tags/999999999/"),
  { name: "a tag without a name", method: "POST", path: "/tags/", body: { json: {} } },
  { name: "a tag with a blank name", method: "POST", path: "/tags/", body: { json: { name: "" } } },
  { name: "a tag from a form", method: "POST", path: "/tags/", body: { parts: { name: "form" } } },
  { name: "tags can't be changed", method: "PATCH", path: "/tags/{tag}/", body: { json: { name: "y" } } },

  {
    name: "bundle",
    method: "POST",
    path: "/bundles/",
    body: { json: { name: "B", search: "parts", any_tags: "a X", excluded_tags: "y-z", filter_unread: "yes" } },
  },
  get("a bundle", "/bundles/{bundle}/"),
  get("bundles", "/bundles/"),
  get("what a bundle finds", "/bookmarks/?bundle={bundle}"),
  patch("a bundle's name", "/bundles/{bundle}/", { name: "C" }),
  patch("a wrong choice", "/bundles/{bundle}/", { filter_unread: "maybe" }),
  { name: "a bundle without a name", method: "POST", path: "/bundles/", body: { json: { search: "x" } } },
  { ...patch("a whole bundle", "/bundles/{bundle}/", { name: "D", all_tags: "a" }), method: "PUT" },
  get("nobody's bundle", "/bundles/999999999/"),
  { name: "delete a bundle", method: "DELETE", path: "/bundles/{bundle}/" },
  { name: "delete it again", method: "DELETE", path: "/bundles/{bundle}/" },

  ...[
    "all",
    "all?limit=2",
    "all?limit=",
    "all?limit=0",
    "all?q=first",
    "all?q=%23b",
    "all?q=nothing-has-this",
    "all?unread=yes",
    "all?unread=no",
    "all?shared=yes",
    "all?sort=title_asc",
    "unread",
    "unread?unread=no",
    "unread?q=irst",
    "shared",
  ].map((feed) => get(`feed ${feed}`, `/feeds/{key}/${feed}`)),
  get("a feed of nobody's bundle", "/feeds/{key}/all?bundle=999999999", {
    differs: "linkding looks for the bundle in a session that a reader does not have, and fails",
  }),
  get("a feed that there is not", "/feeds/{key}/archived"),
  get("a feed with a wrong token", "/feeds/wrong/all"),

  get("no assets", "/bookmarks/{first}/assets/"),
  get("nobody's assets", "/bookmarks/999999999/assets/"),
  get("no asset", "/bookmarks/{first}/assets/999999999/"),
  {
    name: "an upload without a file",
    method: "POST",
    path: "/bookmarks/{first}/assets/upload/",
    body: { parts: { x: "y" } },
  },
  {
    name: "a page without a file",
    method: "POST",
    path: "/bookmarks/singlefile/",
    body: { parts: { url: page("first") } },
  },

  { name: "delete", method: "DELETE", path: "/bookmarks/{first}/" },
  { name: "delete again", method: "DELETE", path: "/bookmarks/{first}/" },
  get("deleted", "/bookmarks/{first}/"),
];
