import { SHORTCUT_BYTES, addressInShortcut, isShortcutName } from "@satchel/contracts";
import { ADDED_AT_ONCE, urlsIn } from "./urls.ts";

/** The content of a drop. */
export interface DropContent {
  /** Addresses of a dragged link or picture, one per line (RFC 2483 section 5). */
  readonly uriList: string;
  /** Targets of the links in a dragged text. */
  readonly hrefs: readonly string[];
  readonly text: string;
  readonly files: readonly Pick<File, "name" | "size" | "arrayBuffer">[];
}

/** The addresses to save, and the names of files without one. */
interface Found {
  readonly urls: readonly string[];
  readonly refused: readonly string[];
}

const decode = (content: Uint8Array): string => new TextDecoder().decode(content);

async function addressOf({ name, size, arrayBuffer }: DropContent["files"][number]): Promise<string | undefined> {
  if (!isShortcutName(name) || size > SHORTCUT_BYTES) return undefined;
  return addressInShortcut(new Uint8Array(await arrayBuffer()), decode);
}

/**
 * Finds the addresses in a drop, each once: of a dragged link or picture, of shortcut files, else in a text. Rejects when a
 * file can't be read.
 */
export async function urlsDropped({ uriList, hrefs, text, files }: DropContent): Promise<Found> {
  // A picture dragged out of a page has a file, too; its link has precedence.
  const linked = urlsIn(uriList.replaceAll(/^#.*$/gm, ""));
  if (linked.length > 0) return { urls: linked, refused: [] };
  if (files.length === 0) return { urls: urlsIn([...hrefs, text].join("\n")), refused: [] };

  const read = files.slice(0, ADDED_AT_ONCE);
  const found = await Promise.all(
    read.map(async (file) => ({
      name: file.name,
      url: await addressOf({ name: file.name, size: file.size, arrayBuffer: () => file.arrayBuffer() }),
    })),
  );
  return {
    urls: urlsIn(found.map(({ url }) => url ?? "").join("\n")),
    refused: [...found.filter(({ url }) => url === undefined), ...files.slice(ADDED_AT_ONCE)].map(({ name }) => name),
  };
}
