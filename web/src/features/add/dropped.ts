import { SHORTCUT_BYTES, addressInShortcut, isShortcutName } from "@satchel/contracts";
import { ADDED_AT_ONCE, urlsIn } from "./urls.ts";

/** What somebody let go over the page. */
export interface Dropped {
  /** Addresses, one a line, as a dragged link or picture has them (RFC 2483 section 5). */
  readonly uriList: string;
  /** Where the links of a dragged text lead to. */
  readonly hrefs: readonly string[];
  readonly text: string;
  readonly files: readonly Pick<File, "name" | "size" | "arrayBuffer">[];
}

/** The addresses to be saved, and the names of files that hold none. */
interface Found {
  readonly urls: readonly string[];
  readonly refused: readonly string[];
}

const decode = (content: Uint8Array): string => new TextDecoder().decode(content);

async function addressOf({ name, size, arrayBuffer }: Dropped["files"][number]): Promise<string | undefined> {
  if (!isShortcutName(name) || size > SHORTCUT_BYTES) return undefined;
  return addressInShortcut(new Uint8Array(await arrayBuffer()), decode);
}

/**
 * Finds the addresses in what was dropped: where a dragged link or picture leads to, what shortcut files hold, else the
 * links and addresses of a text. Each once. Rejects where a file can't be read.
 */
export async function urlsDropped({ uriList, hrefs, text, files }: Dropped): Promise<Found> {
  // A picture that is dragged out of a page comes with its file, too: its link is what is meant.
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
