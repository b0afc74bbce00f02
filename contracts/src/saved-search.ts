import { SEARCH_CHARS } from "./limits/index.ts";
import { searchFault, type SearchItem, searchTokens } from "./search-syntax.ts";

/** Whether every bracket of a word is closed, and none closes one before the word. */
function isBalanced(word: string): boolean {
  let open = 0;
  for (const each of word) {
    if (each === "(") open++;
    else if (each === ")" && open-- === 0) return false;
  }
  return open === 0;
}

/** An item as it is written, with its quotation closed. A word with a bracket of its own is quoted. */
function closedItem({ start, end, not, name, value, quoted }: SearchItem, q: string): string {
  const written = q.slice(start, end);
  if (quoted) return written.split('"').length === 2 ? `${written}"` : written;
  return isBalanced(written) ? written : `${not ? "-" : ""}${name === undefined ? "" : `${name}:`}"${value}"`;
}

/**
 * A search as a smart folder has it: with its last quotation and its brackets closed, so that it can stand in brackets
 * itself. It finds the same.
 * @returns undefined for an invalid or empty search, and for one longer than {@link SEARCH_CHARS}
 */
export function closedSearch(q: string): string | undefined {
  if (searchFault(q) !== undefined) return undefined;
  const parts: string[] = [];
  let depth = 0;
  for (const token of searchTokens(q)) {
    if (token.kind === "open") depth++;
    else if (token.kind === "close") depth--;
    parts.push(token.kind === "item" ? closedItem(token, q) : q.slice(token.start, token.end));
  }
  const closed = parts.join(" ") + " )".repeat(depth);
  return closed === "" || Array.from(closed).length > SEARCH_CHARS ? undefined : closed;
}

/**
 * The search for what a smart folder's search and a typed one both find; `typed` may be blank. Its bracket stays open, for
 * the last word that is typed is the beginning of one.
 */
export const narrowedSearch = (search: string, typed: string): string =>
  typed.trim() === "" ? search : `(${search}) (${typed}`;

interface SomeFolder {
  readonly search?: string | null;
}

/** The folders of a tree that can contain links: without smart folders. */
export const plainFolders = <F extends SomeFolder & { readonly children: readonly SomeFolder[] }>(
  folders: readonly F[],
): F[] =>
  folders
    .filter(isPlain)
    .map((folder) =>
      folder.children.every(isPlain) ? folder : { ...folder, children: folder.children.filter(isPlain) },
    );

// A tree that an older page stored for reading offline lacks the field.
const isPlain = ({ search = null }: SomeFolder): boolean => search === null;
