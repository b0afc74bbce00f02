import { SHORTCUT_BYTES, addressInShortcut, isShortcutName } from "@satchel/contracts";
import { ADDED_AT_ONCE, urlsIn } from "./urls.ts";

/** The content of a drop. */
export interface DropContent {
  /** Addresses of a dragged link or picture, one per line (RFC 2483 section 5). */
  readonly uriList: string;
  /** Targets of the links in a dragged text. */
  readonly hrefs: readonly string[];
  readonly text: string;
  readonly files: readonly File[];
}

/** What there is to save in a drop. */
export interface DropItems {
  readonly urls: readonly string[];
  /** Files that are to be kept themselves. */
  readonly files: readonly File[];
  /** The names of files that are no such ones, and have no address. */
  readonly refused: readonly string[];
}

/** Names of files that are imported instead, or shown by a browser: nobody means to keep one as it is. */
const IMPORTED = /\.(?:html?|csv|json|zip|opml|xml)$/i;

const decode = (content: Uint8Array): string => new TextDecoder().decode(content);

async function addressIn(file: File): Promise<string | undefined> {
  return file.size > SHORTCUT_BYTES ? undefined : addressInShortcut(new Uint8Array(await file.arrayBuffer()), decode);
}

/**
 * Finds what there is to save in a drop, each once: addresses of a dragged link or picture, or of shortcut files, and other
 * files, else the addresses in a text. Rejects when a file can't be read.
 */
export async function foundIn({ uriList, hrefs, text, files }: DropContent): Promise<DropItems> {
  // A picture dragged out of a page has a file, too; its link has precedence.
  const linked = urlsIn(uriList.replaceAll(/^#.*$/gm, ""));
  if (linked.length > 0) return { urls: linked, files: [], refused: [] };
  if (files.length === 0) return { urls: urlsIn([...hrefs, text].join("\n")), files: [], refused: [] };

  const taken = files.slice(0, ADDED_AT_ONCE);
  const shortcuts = await Promise.all(
    taken
      .filter(({ name }) => isShortcutName(name))
      .map(async (file) => ({ name: file.name, url: await addressIn(file) })),
  );
  const others = taken.filter(({ name }) => !isShortcutName(name));
  const refused = [
    ...shortcuts.filter(({ url }) => url === undefined),
    ...others.filter(({ name }) => IMPORTED.test(name)),
    ...files.slice(ADDED_AT_ONCE),
  ];
  return {
    urls: urlsIn(shortcuts.map(({ url }) => url ?? "").join("\n")),
    files: others.filter(({ name }) => !IMPORTED.test(name)),
    refused: refused.map(({ name }) => name),
  };
}
