import {
  changeFolder,
  ChangeFolder,
  closedSearch,
  createFolder,
  CreateFolder,
  deleteFolder,
  DeleteFolder,
  type Folder,
  listFolders,
  MoveFolder,
  reorderFolder,
  restoreFolder,
  RestoreFolder,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";
import { requireFolder } from "../queries/require-folder.ts";

/** The folder tree of a user. 0 as a place means no folder, here as everywhere (specification, section 9). */
export async function folderRoutes(app: FastifyInstance, { tables, perform }: Parts): Promise<void> {
  route(app, listFolders, async ({ userId }) => ({ status: 200, body: await tables.listFolders(userId) }));

  route(app, createFolder, async ({ userId, body }) => {
    const { name, color, emoji, search } = body;
    const parentFolderId = body.parent_folder_id || null;
    const { result, headers } = await perform(CreateFolder, { userId, name, parentFolderId, ...lookOf(body) });
    const { folderId } = result;
    const folder = (await tables.findFolder(userId, folderId)) ?? {
      id: folderId,
      name: name.trim(),
      parent_folder_id: parentFolderId,
      order_index: await siblingsOf(parentFolderId, tables.listFolders(userId)),
      color: color ?? null,
      emoji: emoji ?? null,
      search: search === undefined ? null : (closedSearch(search) ?? null),
      children: [],
    };
    return { status: 201, body: folder, headers };
  });

  route(app, changeFolder, async ({ userId, params, body }) => {
    const name = compact({ name: body.name });
    const { headers } = await perform(ChangeFolder, { userId, folderId: params.id, ...name, ...lookOf(body) });
    return { status: 200, body: await requireFolder(tables, userId, params.id), headers };
  });

  route(app, deleteFolder, async ({ userId, params, query }) => {
    const { recursive = false } = query;
    const { headers } = await perform(DeleteFolder, { userId, folderId: params.id, recursive }, LISTS);
    return { status: 204, body: null, headers };
  });

  route(app, restoreFolder, async ({ userId, params }) => {
    const { headers } = await perform(RestoreFolder, { userId, folderId: params.id }, LISTS);
    return { status: 200, body: await requireFolder(tables, userId, params.id), headers };
  });

  route(app, reorderFolder, async ({ userId, body }) => {
    const { folder_id: folderId, new_order_index: orderIndex, parent_folder_id: parent } = body;
    const { headers } = await perform(MoveFolder, { userId, folderId, parentFolderId: parent || null, orderIndex });
    return { status: 200, body: await tables.listFolders(userId), headers };
  });
}

/** Deleting and restoring a folder changes which folder its links are in, so their tables have to show that, too. */
const LISTS = ["links"];

/** The look and the search in a body; missing fields stay as they are. */
const lookOf = ({ color, emoji, search }: { color?: string | null; emoji?: string | null; search?: string }) =>
  compact({ color, emoji, search });

/** The number of folders in a place: the position of a new one, while the tables do not show it. */
async function siblingsOf(parentFolderId: number | null, listing: Promise<Folder[]>): Promise<number> {
  const tree = await listing;
  if (parentFolderId === null) return tree.length;
  return tree.find(({ id }) => id === parentFolderId)?.children.length ?? 0;
}
