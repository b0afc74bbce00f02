import { queriesOver } from "@satchel/chassis";
import { ChangeLink, DeleteLink, type LinkFilters, type LinkId, type UserId, VisitLink } from "@satchel/contracts";
import { type FoldersTables, listFolders } from "@satchel/folders/queries";
import { countLinks, findFaviconKey, findLink, findPreviewKey } from "../src/queries/index.ts";
import { enriched, mail, mailsWorkedOn, settled } from "./events.ts";
import { createFolder, listAll, newUser, save, type System } from "./system.ts";

const url = (n: number): string => `https://host${n % 3}.example/${n}`;
const key = (letter: string): string => letter.repeat(64);

/** A user with folders and links in every state. */
export async function populate(system: System): Promise<UserId> {
  const userId = newUser();
  const reading = await createFolder(system, userId, "Reading");
  const later = await createFolder(system, userId, "Spa\u0308ter", reading);
  const ids: LinkId[] = [];
  for (let n = 0; n < 12; n++) {
    const folderId = [null, reading, later][n % 3] ?? null;
    ids.push(
      await save(system, userId, url(n), { folderId, ...(n % 4 === 1 ? { title: `Mine ${n} \0`, tags: ["x"] } : {}) }),
    );
  }
  const [described, unreachable, both, visited, favorite, moved, deleted, restored] = ids as [LinkId, ...LinkId[]];
  const page = {
    title: "Page",
    description: "About \ud800",
    siteName: "Site",
    tags: ["a", "b"],
  };
  const found = { url: url(0), finalUrl: url(0), attempts: 2, page, previewKey: key("a"), faviconKey: key("b") };
  await enriched(system, userId, described, "PageDescribed", found);
  const gone = { url: url(1), attempts: 5, reason: "timeout" };
  if (unreachable) await enriched(system, userId, unreachable, "PageUnreachable", gone);
  const own = { title: "T", description: "D", tags: [], isFavorite: true };
  if (both) await system.send(ChangeLink, { userId, linkId: both, changes: own });
  if (both) await enriched(system, userId, both, "PageDescribed", { ...found, url: url(2), previewKey: key("c") });
  for (let n = 0; n < 3 && visited; n++) await system.send(VisitLink, { userId, linkId: visited });
  if (favorite) await system.send(ChangeLink, { userId, linkId: favorite, changes: { isFavorite: true } });
  if (moved) await system.send(ChangeLink, { userId, linkId: moved, changes: { folderId: reading, title: "" } });
  if (deleted) await system.send(DeleteLink, { userId, linkId: deleted });
  if (restored) await system.send(DeleteLink, { userId, linkId: restored });
  await save(system, userId, url(7), { folderId: later });
  await mail(system, userId, { urls: [url(20), url(3), "javascript:0"], folderName: "Post" });
  await mail(system, userId, { urls: [url(21)], subject: "Subject" });
  await mailsWorkedOn(system);
  await settled(system, userId);
  return userId;
}

const filters: LinkFilters[] = [undefined, 0, 1, 2, 3].flatMap((folder_id) =>
  [false, true].flatMap((favorites_only) =>
    [false, true].map((unvisited_only) => ({
      favorites_only,
      unvisited_only,
      ...(folder_id === undefined ? {} : { folder_id }),
    })),
  ),
);

/** Everything that every query says about users, as one text. */
export async function readArchives(system: System, users: readonly UserId[]): Promise<string> {
  const folders = queriesOver<FoldersTables>(system.pool);
  const archives = await Promise.all(
    users.map(async (userId) => {
      const lists = [];
      for (const some of filters) {
        lists.push({
          some,
          links: await listAll(system, userId, some),
          count: await countLinks(system.db, userId, some),
        });
      }
      const links = [];
      for (const { id } of lists[0]?.links ?? []) {
        links.push(await findLink(system.db, userId, id), await findPreviewKey(system.db, userId, id));
      }
      const icons = [];
      for (const n of [0, 1, 2]) icons.push(await findFaviconKey(system.db, userId, `host${n}.example`));
      return { userId, lists, links, icons, folders: await listFolders(folders, userId) };
    }),
  );
  return JSON.stringify(archives, null, 1);
}
