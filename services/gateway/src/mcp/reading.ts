import { ApiError, type Client } from "@satchel/client";
import {
  Cursor,
  type Folder,
  getArticle,
  getLink,
  type Link,
  LinkId,
  listFolders,
  listLinks,
  listTags,
  type MarkedText,
  MCP_EXCERPT_CHARS,
  MCP_LINKS,
  MCP_LINKS_MAX,
  MCP_TEXT_CHARS,
  MCP_TEXT_CHARS_MAX,
  NEXT_CURSOR,
  SEARCH_CHARS,
} from "@satchel/contracts";
import Type from "typebox";
import { defineTool, READS, type Tool } from "./tool.ts";

const search = defineTool({
  name: "search",
  title: "Search the archive",
  description:
    "Finds links in the user's archive by words in title, description, address, tags, notes and the text of the kept page; without a query, the newest. " +
    'Filters may stand between the words: tag:recipes, site:example.org, in:"A folder", is:favorite, is:unvisited, is:unfiled, kept:yes, lang:de, saved:2026-03, after:2026-01-31, before:2026, "exact words", -word, (bread or cake).',
  scope: "read",
  hints: READS,
  input: Type.Object(
    {
      query: Type.Optional(Type.String({ maxLength: SEARCH_CHARS })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MCP_LINKS_MAX, default: MCP_LINKS })),
      cursor: Type.Optional(Cursor),
    },
    { additionalProperties: false },
  ),
  call: async (archive, { query = "", limit = MCP_LINKS, cursor }) => {
    const q = query.trim();
    const { body: links, headers } = await archive.answer(listLinks, {
      query: { size: limit, ...(q === "" ? {} : { q }), ...(cursor === undefined ? {} : { cursor }) },
    });
    if (links.length === 0) return { note: "Nothing was found." };
    const next = headers.get(NEXT_CURSOR);
    const more =
      next === null ? "There are no more." : `For more, search again with the cursor ${JSON.stringify(next)}.`;
    return { note: `${links.length} links. ${more}`, content: lines(links.map(briefOf)) };
  },
});

const readArticle = defineTool({
  name: "read_article",
  title: "Read a kept page",
  description:
    "The text of the kept copy of a link's page, in parts; the first part also has what is known of the link, and the user's note. Ids come from search.",
  scope: "read",
  hints: READS,
  input: Type.Object(
    {
      id: LinkId,
      offset: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, default: 0, description: "Character to begin with" }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: MCP_TEXT_CHARS_MAX, default: MCP_TEXT_CHARS, description: "Characters" }),
      ),
    },
    { additionalProperties: false },
  ),
  call: async (archive, { id, offset = 0, limit = MCP_TEXT_CHARS }) => {
    const about = offset === 0 ? `${await detailsOf(archive, id)}\n` : "";
    const text = await textOf(archive, id);
    if (text === undefined) return { note: "No copy of this page with a text is kept.", content: about };
    const start = whole(text, offset);
    const end = whole(text, start + limit);
    const rest = end < text.length ? ` Go on with the offset ${end}.` : " This is the end.";
    return {
      note: `Characters ${start} to ${end} of ${text.length}.${rest}`,
      content: `${about}${text.slice(start, end)}`,
    };
  },
});

const listAllFolders = defineTool({
  name: "list_folders",
  title: "List the folders",
  description:
    "The folders of the archive with their ids. Smart folders are saved searches; no link can be put into them.",
  scope: "read",
  hints: READS,
  input: Type.Object({}, { additionalProperties: false }),
  call: async (archive) => {
    const folders = await archive.call(listFolders);
    if (folders.length === 0) return { note: "There are no folders." };
    return { content: lines(folders.flatMap((folder) => withChildren(folder))) };
  },
});

const listAllTags = defineTool({
  name: "list_tags",
  title: "List the tags",
  description: "The tags of the archive with the number of their links; at most the 1,000 that most links have.",
  scope: "read",
  hints: READS,
  input: Type.Object({}, { additionalProperties: false }),
  call: async (archive) => {
    const { tags } = await archive.call(listTags);
    return tags.length === 0 ? { note: "There are no tags." } : { content: lines(tags) };
  },
});

export const readingTools: readonly Tool[] = [search, readArticle, listAllFolders, listAllTags];

/** Values as lines of JSON. */
const lines = (values: readonly object[]): string => values.map((value) => JSON.stringify(value)).join("\n");

/** What a list shows of a link. */
export function briefOf(link: Link): object {
  const { id, url, title, description, notes, tags, folder_id, saved_at, is_favorite, copy, match } = link;
  const found = match?.passage?.pieces ?? match?.snippet;
  return {
    id,
    title,
    url,
    ...(description === null ? {} : { description: cut(description) }),
    ...(found === undefined ? {} : { found: cut(plain(found)) }),
    ...(notes === null ? {} : { note: cut(notes) }),
    tags,
    folder_id,
    saved_at,
    is_favorite,
    has_text: copy?.words != null,
  };
}

const plain = (pieces: MarkedText): string => pieces.map(({ text }) => text).join("");

const cut = (text: string): string =>
  text.length <= MCP_EXCERPT_CHARS ? text : `${text.slice(0, whole(text, MCP_EXCERPT_CHARS))}…`;

/** The place of an offset that is not inside of a character, at the end at most. */
function whole(text: string, offset: number): number {
  const isInside = /[\udc00-\udfff]/.test(text.charAt(offset)) && /[\ud800-\udbff]/.test(text.charAt(offset - 1));
  return Math.min(isInside ? offset + 1 : offset, text.length);
}

async function detailsOf(archive: Client, id: LinkId): Promise<string> {
  const link = await archive.call(getLink, { params: { id } });
  const { url, title, description, notes, tags, folder_id, saved_at, author, published_at, language } = link;
  return JSON.stringify({
    id,
    title,
    url,
    description,
    author,
    published_at,
    language,
    note: notes,
    tags,
    folder_id,
    saved_at,
  });
}

/** The text of a link's newest copy. */
async function textOf(archive: Client, id: LinkId): Promise<string | undefined> {
  try {
    return (await archive.call(getArticle, { params: { id } })).text;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** A folder and those below it, by their paths. */
function withChildren({ id, name, search: query, children }: Folder): object[] {
  const of = (folder: Pick<Folder, "id" | "search">, path: string): object => ({
    id: folder.id,
    path,
    ...(folder.search == null ? {} : { search: folder.search }),
  });
  return [of({ id, search: query }, name), ...children.map((child) => of(child, `${name}/${child.name}`))];
}
