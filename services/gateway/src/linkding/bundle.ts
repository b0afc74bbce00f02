import { closedSearch, type Folder, searchFlag, type SearchToken, searchTokens } from "@satchel/contracts";
import { tagName } from "./tags.ts";

/** What a bundle of linkding finds: tags are separated by blanks. */
export interface BundleSearch {
  readonly search: string;
  readonly any_tags: string;
  readonly all_tags: string;
  readonly excluded_tags: string;
  readonly filter_unread: "off" | "yes" | "no";
}

/** A tag as a search of ours has it. */
const written = (tag: string): string =>
  /^[\p{L}\p{N}_.-]+$/u.test(tag) ? `tag:${tag}` : `tag:"${tag.replaceAll('"', "")}"`;

const tagsOf = (list: string): string[] => list.split(/\s+/).filter((tag) => tag !== "");

/**
 * The search of a smart folder that finds what a bundle finds.
 * @param meant the account's tag that a name of linkding stands for
 */
export function searchOfBundle(bundle: BundleSearch, meant: (name: string) => string): string {
  const listed = (list: string): string[] => tagsOf(list).map((tag) => written(meant(tag)));
  const words = closedSearch(bundle.search) ?? bundle.search.trim();
  const any = listed(bundle.any_tags);
  const others = [
    ...listed(bundle.all_tags),
    any.length === 0 ? "" : `(${any.join(" or ")})`,
    ...listed(bundle.excluded_tags).map((tag) => `-${tag}`),
    { off: "", yes: "is:unvisited", no: "is:visited" }[bundle.filter_unread],
  ].filter((part) => part !== "");
  // An "or" of the words must not reach what follows them.
  const isLoose = partsOf(searchTokens(words))?.some(([first]) => isWordOr(first)) ?? true;
  return [others.length > 0 && isLoose ? `(${words})` : words, ...others].join(" ").trim();
}

/** Whether it is the word "or", which joins nothing where it stands. */
const isWordOr = (token: SearchToken | undefined): boolean =>
  token?.kind === "item" && !token.quoted && token.name === undefined && token.value.toLowerCase() === "or";

/** The same backwards: what a bundle has no field for stands in `search`, in our syntax. */
export function bundleOfSearch(q: string): BundleSearch {
  const parts = partsOf(searchTokens(q));
  if (parts === undefined) return { search: q, any_tags: "", all_tags: "", excluded_tags: "", filter_unread: "off" };
  const words: string[] = [];
  const lists = { all: [] as string[], excluded: [] as string[] };
  // The last ones, because that is where a bundle's are written.
  const anyAt = parts.findLastIndex((part) => anyTags(part) !== undefined);
  const flagAt = parts.findLastIndex((part) => unreadFlag(part) !== undefined);
  for (const [n, part] of parts.entries()) {
    const [first, last] = [part[0], part.at(-1)];
    if (n === anyAt || n === flagAt || first === undefined || last === undefined) continue;
    if (first.kind === "item" && first.name === "tag" && first.value !== "") {
      lists[first.not ? "excluded" : "all"].push(tagName(first.value));
    } else words.push(isWordOr(first) ? '"or"' : q.slice(first.start, last.end));
  }
  return {
    search: words.join(" "),
    any_tags: (anyTags(parts[anyAt]) ?? []).join(" "),
    all_tags: lists.all.join(" "),
    excluded_tags: lists.excluded.join(" "),
    filter_unread: unreadFlag(parts[flagAt]) ?? "off",
  };
}

/** The parts that all have to match: items, and brackets with what is in them. Undefined where `or` stands between some. */
function partsOf(tokens: readonly SearchToken[]): SearchToken[][] | undefined {
  const parts: SearchToken[][] = [];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === "or" && depth === 0) return undefined;
    if (depth === 0) parts.push([token]);
    else parts.at(-1)?.push(token);
    if (token.kind === "open") depth++;
    if (token.kind === "close") depth--;
  }
  return parts;
}

/** What `is:unvisited` and `is:visited` are in a bundle; undefined for any other part. */
function unreadFlag([first]: readonly SearchToken[] = []): "yes" | "no" | undefined {
  if (first?.kind !== "item" || first.name !== "is" || first.not) return undefined;
  const flag = searchFlag(first.value);
  return flag === "unvisited" ? "yes" : flag === "visited" ? "no" : undefined;
}

/** The tags of a bracket like `(tag:a or tag:b)`; undefined for any other part. */
function anyTags([open, ...inner]: readonly SearchToken[] = []): string[] | undefined {
  if (open?.kind !== "open" || open.not || inner.pop()?.kind !== "close") return undefined;
  const tags: string[] = [];
  for (const [n, token] of inner.entries()) {
    if (n % 2 === 1) {
      if (token.kind !== "or") return undefined;
    } else if (token.kind !== "item" || token.name !== "tag" || token.not || token.value === "") return undefined;
    else tags.push(tagName(token.value));
  }
  return inner.length % 2 === 1 ? tags : undefined;
}

/** A folder as a bundle. @param date that stands for its times, which folders do not have */
export function bundleOf({ id, name, search }: Folder | Folder["children"][number], order: number, date: string) {
  return {
    id,
    name,
    ...bundleOfSearch(search ?? ""),
    filter_shared: "off",
    order,
    date_created: date,
    date_modified: date,
  };
}
