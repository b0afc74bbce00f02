import type { Client } from "@satchel/client";
import {
  type BulkRequest,
  changeLink,
  changeLinks,
  createLink,
  FolderOrNone,
  LinkId,
  MCP_TAGGED_LINKS,
  NOTES_CHARS,
  TAG_CHARS,
  TAGS_PER_LINK,
  TITLE_CHARS,
  URL_CHARS,
} from "@satchel/contracts";
import Type from "typebox";
import { briefOf } from "./reading.ts";
import { ADDS, defineTool, REPLACES, type Tool, type ToolAnswer } from "./tool.ts";

const Tags = Type.Array(Type.String({ minLength: 1, maxLength: TAG_CHARS }), { minItems: 1, maxItems: TAGS_PER_LINK });
const Folder = Type.Unsafe<number>({ ...FolderOrNone, description: "Id of a folder, from list_folders; 0: none" });

const saveLink = defineTool({
  name: "save_link",
  title: "Save a link",
  description:
    "Keeps an address in the archive; its page is fetched, described and kept. An address that is there already moves to the top; where changes are allowed, it gets the title, tags and folder as well.",
  scope: "add",
  hints: { ...ADDS, openWorldHint: true },
  input: Type.Object(
    {
      url: Type.String({ minLength: 1, maxLength: URL_CHARS }),
      title: Type.Optional(Type.String({ maxLength: TITLE_CHARS, description: "Only to replace the page's own" })),
      tags: Type.Optional(Tags),
      folder_id: Type.Optional(Folder),
    },
    { additionalProperties: false },
  ),
  call: async (archive, body) => {
    const { status, body: link } = await archive.answer(createLink, { body });
    return {
      note: status === 201 ? "Saved." : "It was there already.",
      content: JSON.stringify(briefOf(link)),
    };
  },
});

const Tagging = Type.Object(
  { ids: Type.Array(LinkId, { minItems: 1, maxItems: MCP_TAGGED_LINKS }), tags: Tags },
  { additionalProperties: false },
);

const tagLinks = defineTool({
  name: "tag_links",
  title: "Tag links",
  description: "Adds tags to links. Use tags that are there already (list_tags) where they fit.",
  scope: "change",
  hints: ADDS,
  input: Tagging,
  call: (archive, { ids, tags }) => changeMany(archive, { action: "tag", ids: [...new Set(ids)], tags }),
});

const untagLinks = defineTool({
  name: "untag_links",
  title: "Remove tags from links",
  description: "Removes tags from links; the links stay.",
  scope: "change",
  hints: REPLACES,
  input: Tagging,
  call: (archive, { ids, tags }) => changeMany(archive, { action: "untag", ids: [...new Set(ids)], tags }),
});

const moveLink = defineTool({
  name: "move_link",
  title: "Move a link",
  description: "Puts a link into a folder, or with folder_id 0 into none.",
  scope: "change",
  hints: REPLACES,
  input: Type.Object({ id: LinkId, folder_id: Folder }, { additionalProperties: false }),
  call: async (archive, { id, folder_id }) => {
    await archive.call(changeLink, { params: { id }, body: { folder_id } });
    return { note: "Moved." };
  },
});

const setNote = defineTool({
  name: "set_note",
  title: "Write a link's note",
  description:
    "Replaces the user's note of a link; an empty one removes it. To add to a note, read it first with read_article and send all of it.",
  scope: "change",
  hints: REPLACES,
  input: Type.Object({ id: LinkId, note: Type.String({ maxLength: NOTES_CHARS }) }, { additionalProperties: false }),
  call: async (archive, { id, note }) => {
    await archive.call(changeLink, { params: { id }, body: { notes: note } });
    return { note: "The note is written." };
  },
});

/** None of them deletes anything. */
export const changingTools: readonly Tool[] = [saveLink, tagLinks, untagLinks, moveLink, setNote];

async function changeMany(archive: Client, body: BulkRequest): Promise<ToolAnswer> {
  const { changed, unchanged, failed } = await archive.call(changeLinks, { body });
  const why = failed.map(({ id, detail }) => `\n${id}: ${detail}`).join("");
  return { note: `${changed} changed, ${unchanged} were so already, ${failed.length} failed.${why}` };
}
