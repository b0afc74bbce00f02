import { type Folder, type Link, type LinkId, plainFolders, type Tag } from "@satchel/contracts";
import { uploadCopy } from "@satchel/contracts/later-routes";
import {
  changeLink,
  createFolder,
  createLink,
  deleteLink,
  getPreview,
  listFolders,
  listLinks,
  listTags,
  lookupLink,
  restoreLink,
  visitLink,
} from "@satchel/contracts/routes";
import type { Answer, Client } from "./client.ts";

/** The fields of a link that the extension can change. */
export interface LinkChange {
  readonly title?: string;
  readonly folder_id?: number | null;
  readonly tags?: readonly string[];
  readonly is_favorite?: boolean;
  readonly notes?: string;
}

/** The body of the call that saves a page. */
interface SaveBody {
  readonly url: string;
  readonly suggested_title?: string;
  readonly folder_id?: number;
}

/** The calls of the archive's API that the extension makes. */
export interface Archive {
  /** 201: saved; 200: it existed already. */
  save(body: SaveBody): Promise<Answer<Link>>;
  lookup(url: string): Promise<Answer<{ readonly link: Link | null }>>;
  change(id: LinkId, body: LinkChange): Promise<Answer<Link>>;
  /** The same of a page that is about to close, see `sendLast`. */
  changeLast(id: LinkId, body: LinkChange): void;
  remove(id: LinkId): Promise<Answer<null>>;
  restore(id: LinkId): Promise<Answer<Link>>;
  visit(id: LinkId): Promise<Answer<Link>>;
  search(q: string, size: number): Promise<Answer<Link[]>>;
  /** Those that links can be put into: without smart ones. */
  folders(): Promise<Answer<Folder[]>>;
  makeFolder(name: string): Promise<Answer<Folder>>;
  /** The preview picture of a link's page. */
  picture(id: LinkId): Promise<Answer<Blob>>;
  /** Keeps a page as its reader sees it. */
  keepSeen(id: LinkId, page: Blob): Promise<Answer<unknown>>;
  tags(): Promise<Answer<{ readonly tags: Tag[] }>>;
}

export const archiveOf = ({ send, sendLast }: Pick<Client, "send" | "sendLast">): Archive => ({
  save: (body) => send({ operation: createLink, body }),
  lookup: (url) => send({ operation: lookupLink, query: { url } }),
  // `keepalive`, because the panel closes at any click outside of it.
  change: (id, body) => send({ operation: changeLink, params: { id }, body, keepalive: true }),
  changeLast: (id, body) => sendLast({ operation: changeLink, params: { id }, body }),
  remove: (id) => send({ operation: deleteLink, params: { id }, keepalive: true }),
  restore: (id) => send({ operation: restoreLink, params: { id }, keepalive: true }),
  visit: (id) => send({ operation: visitLink, params: { id }, keepalive: true }),
  search: (q, size) => send({ operation: listLinks, query: { q, size } }),
  folders: async () => {
    const answer = await send<Folder[]>({ operation: listFolders });
    return answer.kind === "answered" ? { ...answer, body: plainFolders(answer.body) } : answer;
  },
  makeFolder: (name) => send({ operation: createFolder, body: { name, parent_folder_id: null } }),
  picture: (id) => send({ operation: getPreview, params: { id }, query: { size: "large" }, isFile: true }),
  keepSeen: (id, page) => send({ operation: uploadCopy, params: { id }, query: { source: "extension" }, body: page }),
  tags: () => send({ operation: listTags }),
});
