import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ChangeLink, DeleteLink, type LinkId, type UserId, VisitLink } from "@satchel/contracts";
import { enriched } from "./events.ts";
import { createFolder, newUser, save, type System } from "./system.ts";

/** A link that was deleted. */
export interface DeletedLink {
  readonly userId: UserId;
  readonly linkId: LinkId;
  /** A word that only this link has, in every text it can have. */
  readonly secret: string;
  readonly url: string;
}

/** A user with a link that tells a secret everywhere, deleted, and one that stays. */
export async function deletedLink(system: System): Promise<DeletedLink> {
  const userId = newUser();
  const secret = `s${randomUUID().slice(0, 8)}`;
  const url = `https://${secret}.example/`;
  const folderId = await createFolder(system, userId, "Folder");
  const linkId = await save(system, userId, url, { title: `T ${secret}`, tags: [secret, "both"], folderId });
  await save(system, userId, "https://stays.example/", { tags: ["both"] });
  await system.send(ChangeLink, { userId, linkId, changes: { notes: `N ${secret}`, description: `D ${secret}` } });
  await enriched(system, userId, linkId, "PageDescribed", {
    url,
    finalUrl: url,
    attempts: 1,
    page: { title: `P ${secret}`, tags: [`p${secret}`] },
  });
  await system.send(VisitLink, { userId, linkId });
  await system.send(DeleteLink, { userId, linkId });
  return { userId, linkId, secret, url };
}

/** Files below a bus' store that hold a text. */
export async function filesWith(storeDir: string, text: string): Promise<string[]> {
  const entries = await readdir(storeDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(files.map(async (file) => (await readFile(file)).includes(text)));
  return files.filter((_, at) => found[at]);
}
