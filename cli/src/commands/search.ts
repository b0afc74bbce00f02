import { NEXT_CURSOR, LINK_PAGE_SIZE_MAX, type Link, listFolders, listLinks, listTags } from "@satchel/contracts";
import { openArchive } from "../archive.ts";
import { EXIT } from "../exit.ts";
import { bold, dim, line, note, print, printJson } from "../terminal.ts";

interface SearchOptions {
  readonly limit: number;
  readonly json?: boolean;
}

/** `satchel search [words...]`: the links that a search finds; without words, the newest. Ends with 4 for none. */
export async function search(words: readonly string[], { limit, json = false }: SearchOptions): Promise<void> {
  const archive = await openArchive();
  const q = words.join(" ").trim();
  let cursor: string | undefined;
  let shown = 0;
  do {
    const query = {
      size: Math.min(limit - shown, LINK_PAGE_SIZE_MAX),
      ...(q === "" ? {} : { q }),
      ...(cursor === undefined ? {} : { cursor }),
    };
    const { body: links, headers } = await archive.answer(listLinks, { query });
    for (const link of links) {
      if (json) printJson(link);
      else show(link);
    }
    shown += links.length;
    cursor = headers.get(NEXT_CURSOR) ?? undefined;
  } while (cursor !== undefined && shown < limit);
  if (shown === 0) {
    note("Nothing was found.");
    process.exitCode = EXIT.notFound;
  } else if (cursor !== undefined && !json) note(`There are more: --limit ${limit * 2}`);
}

function show(link: Link): void {
  const tags = link.tags.map((tag) => `#${line(tag)}`).join(" ");
  const about = [link.saved_at.slice(0, 10), link.is_favorite ? "favourite" : "", tags].filter((part) => part !== "");
  print(`${bold(line(link.title ?? link.url))}\n  ${line(link.url)}\n  ${dim(`${link.id}  ${about.join("  ")}`)}`);
}

/** `satchel folders`: the tree of folders. */
export async function folders({ json = false }: { readonly json?: boolean }): Promise<void> {
  const archive = await openArchive();
  const tree = await archive.call(listFolders);
  if (json) return printJson(tree);
  const walk = (level: typeof tree, indent: string): void => {
    for (const { name, children } of level) {
      print(indent + line(name));
      walk(children, `${indent}  `);
    }
  };
  walk(tree, "");
}

/** `satchel tags`: all tags with how many links have them. */
export async function tags({ json = false }: { readonly json?: boolean }): Promise<void> {
  const archive = await openArchive();
  const all = (await archive.call(listTags)).tags;
  for (const each of all) {
    if (json) printJson(each);
    else print(`${line(each.name)}  ${dim(String(each.count))}`);
  }
}
