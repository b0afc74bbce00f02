import type { ImportFormat } from "@satchel/contracts";
import { ADDRESS_COLUMNS } from "./any-csv.ts";
import { delimiterOf } from "./csv-records.ts";

const BOOKMARK_HTML = /NETSCAPE-Bookmark-file|<dl\b|<title>\s*(?:Pocket Export|Instapaper: Export)\s*<\/title>/i;

/** Whether the beginning of a file has these properties. */
const has = (head: string, ...names: string[]): boolean =>
  names.every((name) => new RegExp(`"${name}"\\s*:`).test(head));

/** A line of OneTab's export: an address, a bar and a title. */
const ONETAB = /^[a-z][a-z\d+.-]{1,20}:[^\s|]{1,4000} \| [^\r\n]/i;

/** A line of a list of addresses; a comma or semicolon could be a table's without a header. */
const ADDRESS = /^https?:\/\/[^\s,;"|]{1,4000}(?:\s|$)/i;

/** A link of Markdown, or a line of a list that begins with an address. */
const MARKDOWN =
  /\]\(<?https?:\/\/|^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?<?https?:\/\/[^\s,;"|]{1,4000}(?:\s|$)/im;

/** Pinboard's posts as XML. */
const POSTS = /^(?:<\?xml[^>]{0,200}\?>\s*)?<posts[\s>]/i;

/** The signature of an archive's first file (APPNOTE.TXT, section 4.3.7). */
const ZIP = "PK\u0003\u0004";

const ADDRESS_FIELD = new RegExp(`"(?:${ADDRESS_COLUMNS.join("|")})"\\s*:\\s*"https?:`, "i");

/** What programs for passwords write. */
const PASSWORD_FIELD = /"(?:login_?)?password"\s*:/i;

const isOfLinks = (head: string): boolean => ADDRESS_FIELD.test(head) && !PASSWORD_FIELD.test(head);

const jsonFormats: readonly [ImportFormat, (head: string) => boolean][] = [
  ["satchel-events", (head) => /^\{\s*"satchel_account"\s*:/.test(head)],
  ["satchel-json", (head) => /^\{\s*"satchel"\s*:/.test(head)],
  ["readability-json", (head) => /^\{\s*"(?:bookmarks|recommendations)"\s*:/.test(head) && has(head, "article__url")],
  ["chrome-json", (head) => has(head, "roots") && (has(head, "bookmark_bar") || has(head, "checksum"))],
  ["firefox-json", (head) => head.includes('"text/x-moz-place')],
  ["karakeep-json", (head) => /^\{\s*"bookmarks"\s*:\s*\[/.test(head) && (has(head, "content") || !has(head, "url"))],
  ["linkwarden-json", (head) => has(head, "collections") && head.startsWith("{")],
  ["linkding-json", (head) => has(head, "tag_names") || has(head, "website_title")],
  ["pinboard-json", (head) => has(head, "href") && (has(head, "toread") || has(head, "extended"))],
  [
    "wallabag-json",
    (head) => has(head, "is_archived", "is_starred") || has(head, "given_url") || has(head, "is_read", "is_fav"),
  ],
  ["readeck-json", (head) => head.startsWith("{") && has(head, "UID", "URL", "SiteName")],
  ["omnivore-json", (head) => has(head, "slug", "savedAt") || has(head, "savedAt", "readingProgress")],
  // Of any program.
  ["tree-json", (head) => /"children"\s*:\s*\[\s*\{/.test(head) && isOfLinks(head)],
  ["json", (head) => /^\[\s*\{|:\s*\[\s*\{/.test(head) && isOfLinks(head)],
];

const csvFormats: readonly [ImportFormat, readonly string[]][] = [
  ["satchel-csv", ["url", "subfolder", "visit_count", "saved_at"]],
  ["raindrop-csv", ["url", "excerpt", "tags", "created"]],
  ["pocket-csv", ["url", "time_added", "tags"]],
  ["readwise-highlights-csv", ["highlight", "book title", "highlighted at"]],
  ["readwise-highlights-csv", ["highlight", "title", "url", "note", "date"]],
  ["readwise-csv", ["url", "document tags", "saved date", "location"]],
  ["mymind-csv", ["type", "url", "content", "note", "tags", "created"]],
  ["instapaper-csv", ["url", "title", "selection", "folder"]],
  ["wallabag-csv", ["url", "tags", "mime type", "creation date"]],
  // A table of any program.
  ...ADDRESS_COLUMNS.map((column): [ImportFormat, string[]] => ["csv", [column]]),
];

/** A table of passwords, as browsers and Safari's archive of everything have it, is none of links. */
const PASSWORDS = /^(?:login_)?password$|^passwort$|^kennwort$/;

/**
 * Recognises the format of a file by its beginning.
 * @returns undefined when it is in no format that can be imported
 */
export function recognise(head: string): ImportFormat | undefined {
  const start = head.trimStart();
  if (start.startsWith(ZIP)) return "zip";
  if (POSTS.test(start)) return "pinboard-xml";
  if (start.startsWith("<")) return BOOKMARK_HTML.test(start) ? "html" : undefined;
  if (start.startsWith("{") || start.startsWith("[")) return jsonFormats.find(([, isIt]) => isIt(start))?.[0];
  if (ONETAB.test(start) || ADDRESS.test(start)) return "onetab-text";
  const columns = new Set(
    (start.split(/[\r\n]/, 1)[0] ?? "")
      .slice(0, 2000)
      .split(delimiterOf(start))
      .map((name) => name.trim().replace(/^"|"$/g, "").toLowerCase()),
  );
  if (Array.from(columns).some((name) => PASSWORDS.test(name))) return undefined;
  const table = csvFormats.find(([, wanted]) => wanted.every((name) => columns.has(name)))?.[0];
  return table ?? (MARKDOWN.test(start) ? "markdown-text" : undefined);
}
