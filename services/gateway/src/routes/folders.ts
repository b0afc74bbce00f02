import { createFolder, CreateFolder, type Folder, listFolders } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Perform } from "../commands.ts";
import { route } from "../http/route.ts";
import type { Tables } from "../tables.ts";

export interface FolderOptions {
  readonly tables: Tables;
  readonly perform: Perform;
}

/** The folder tree of a user. */
export async function folderRoutes(app: FastifyInstance, { tables, perform }: FolderOptions): Promise<void> {
  route(app, listFolders, async ({ userId }) => ({ status: 200, body: await tables.listFolders(userId) }));

  route(app, createFolder, async ({ userId, body }) => {
    const { name } = body;
    // 0 as a place means no folder, here as everywhere (specification, section 9).
    const parentFolderId = body.parent_folder_id || null;
    const { result, headers } = await perform(CreateFolder, { userId, name, parentFolderId });
    const { folderId } = result;
    const folder = (await tables.findFolder(userId, folderId)) ?? {
      id: folderId,
      name: name.trim(),
      parent_folder_id: parentFolderId,
      order_index: await siblingsOf(parentFolderId, tables.listFolders(userId)),
      color: null,
      emoji: null,
      children: [],
    };
    return { status: 201, body: folder, headers };
  });
}

/** How many folders stand in a place: the number that a new one gets there, as long as the tables do not show it. */
async function siblingsOf(parentFolderId: number | null, listing: Promise<Folder[]>): Promise<number> {
  const tree = await listing;
  if (parentFolderId === null) return tree.length;
  return tree.find(({ id }) => id === parentFolderId)?.children.length ?? 0;
}
