import { randomUUID } from "node:crypto";
import {
  type BulkAction,
  type BulkId,
  ChangeLink,
  ChangeLinks,
  CreateFolder,
  DeleteLink,
  isSatchelError,
  type Link,
  type LinkFilters,
  type LinkId,
  RestoreLink,
  SaveLink,
  type UserId,
  VisitLink,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { type Action, type BulkWhat, Model, type ModelLink } from "../../test/model.ts";
import { forTests, listAll, newUser, startSystem, type System } from "../../test/system.ts";
import { countLinks } from "../queries/index.ts";

const RUNS = 4;
const ACTIONS = 100;

let system: System;
beforeAll(async () => {
  system = await startSystem();
});

const canonical = (address: number): string => `https://example.com/${address}`;

// Few addresses, folders and names, so that the same are met again and again.
const ADDRESSES = [1, 2, 3, 4, 5, 6];
const address = fc.constantFrom(...ADDRESSES);
const folder = fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 4 }));
const flag = fc.boolean();
const text = fc.constantFrom<string[]>("", "One", "Two");
const changes = fc.record(
  { isFavorite: flag, folderId: folder, title: text, tags: fc.constantFrom<string[][]>([], ["x"], ["x", "y"]) },
  { requiredKeys: [] },
);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        kind: fc.constant("save" as const),
        address,
        folderId: folder,
        title: text,
        tags: fc.constantFrom<string[][]>(["x"], ["z"]),
      },
      { requiredKeys: ["kind", "address"] },
    ),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("change" as const), address, changes }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("visit" as const), address }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const), address }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("restore" as const), address }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("bulk" as const),
      addresses: fc.uniqueArray(address, { minLength: 1 }),
      what: fc.constantFrom<BulkWhat[]>("delete", "favorite", "visited", "unvisited", { tag: "z" }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("undo" as const), bulk: fc.nat(8) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("folder" as const),
      name: fc.constantFrom("Reading", "READING", "Work"),
      parent: folder,
    }),
  },
);

/** Carries an action out for real; the text of the error when there is one. */
async function act(userId: UserId, done: Action, bulkIds: BulkId[]): Promise<string | undefined> {
  const linkId = "address" in done ? forTests.linkIds(userId, canonical(done.address)) : ("" as LinkId);
  try {
    switch (done.kind) {
      case "save": {
        const { folderId, title, tags } = done;
        const url = `${canonical(done.address)}?utm_source=test`;
        await system.send(SaveLink, {
          userId,
          url,
          origin: { kind: "page" },
          ...compact({ folderId, title, tags }),
        });
        return undefined;
      }
      case "change":
        await system.send(ChangeLink, { userId, linkId, changes: done.changes });
        return undefined;
      case "visit":
        await system.send(VisitLink, { userId, linkId });
        return undefined;
      case "delete":
        await system.send(DeleteLink, { userId, linkId });
        return undefined;
      case "restore":
        await system.send(RestoreLink, { userId, linkId });
        return undefined;
      case "bulk": {
        const bulkId = randomUUID() as BulkId;
        bulkIds.push(bulkId);
        const linkIds = done.addresses.map((one) => forTests.linkIds(userId, canonical(one)));
        await system.send(ChangeLinks, { userId, bulkId, linkIds, action: actionOf(done.what) });
        return undefined;
      }
      case "undo": {
        const bulkId = bulkIds[done.bulk];
        const linkIds = ADDRESSES.map((one) => forTests.linkIds(userId, canonical(one)));
        if (bulkId !== undefined) await system.send(ChangeLinks, { userId, bulkId, linkIds, action: { kind: "undo" } });
        return undefined;
      }
      case "folder":
        await system.send(CreateFolder, { userId, name: done.name, parentFolderId: done.parent });
        return undefined;
    }
  } catch (error) {
    if (isSatchelError(error)) return error.data.detail;
    throw error;
  }
}

const actionOf = (what: BulkWhat): BulkAction => {
  if (what === "delete") return { kind: "delete" };
  if (what === "visited" || what === "unvisited") return { kind: "visited", isVisited: what === "visited" };
  return what === "favorite" ? { kind: "favorite", isFavorite: true } : { kind: "tag", tags: [what.tag] };
};

const filters: LinkFilters[] = [undefined, 0, 1, 2, 3, 4].flatMap((folder_id) =>
  [false, true].flatMap((favorites_only) =>
    [false, true].map((unvisited_only) => ({
      favorites_only,
      unvisited_only,
      ...(folder_id === undefined ? {} : { folder_id }),
    })),
  ),
);

/** What of a link can be seen. */
function shown(link: ModelLink): Omit<ModelLink, "ownTags"> {
  const { ownTags, ...rest } = link;
  void ownTags;
  return rest;
}

const essence = ({ url, title, tags, is_favorite, folder_id, visit_count }: Link) => ({
  address: Number(new URL(url).pathname.slice(1)),
  title,
  tags,
  favorite: is_favorite,
  folder: folder_id,
  visits: visit_count,
  deleted: false,
});

test(`given any ${ACTIONS} commands of two users, lists, counts and errors are those of the model, after each of them`, () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(1), action), { minLength: ACTIONS, maxLength: ACTIONS }),
      async (actions) => {
        const users = [newUser(), newUser()].map((userId) => ({
          userId,
          model: new Model(),
          bulkIds: [] as BulkId[],
        }));
        for (const [who, done] of actions) {
          const user = users[who];
          if (user === undefined) throw new Error("no such user");
          expect(await act(user.userId, done, user.bulkIds)).toBe(user.model.act(done));
          expect((await listAll(system, user.userId, { size: 100 })).map(essence)).toEqual(
            user.model.list({}).map(shown),
          );
        }
        for (const { userId, model } of users) {
          for (const some of filters) {
            const listed = await listAll(system, userId, { ...some, size: 2 });
            expect(listed.map(essence)).toEqual(model.list(some).map(shown));
            expect(await countLinks(system.db, userId, some)).toBe(listed.length);
          }
          await expectTrueCounts(userId);
        }
      },
    ),
    { numRuns: RUNS },
  ));

/** Every kept count is what counting the rows gives. */
async function expectTrueCounts(userId: UserId): Promise<void> {
  const { rows } = await system.pool.query<Record<string, number>>(
    `select folder_id, total, unvisited, favorites, unvisited_favorites from links.counts
     where user_id = $1 and total <> 0 order by folder_id`,
    [userId],
  );
  const counted = await system.pool.query<Record<string, number>>(
    `select coalesce(folder_id, 0) as folder_id, count(*)::int as total,
       count(*) filter (where visit_count = 0)::int as unvisited, count(*) filter (where is_favorite)::int as favorites,
       count(*) filter (where is_favorite and visit_count = 0)::int as unvisited_favorites
     from links.links where user_id = $1 and deleted_at is null group by 1 order by 1`,
    [userId],
  );
  expect(rows).toEqual(counted.rows);
  const tags = await system.pool.query<{ tag: string; count: number }>(
    `select tag, count(*)::int as count from links.links cross join unnest(coalesce(own_tags, page_tags)) as tag
     where user_id = $1 and deleted_at is null group by 1 order by 1`,
    [userId],
  );
  const kept = await system.pool.query("select tag, count from links.tag_counts where user_id = $1 order by 1", [
    userId,
  ]);
  expect(kept.rows).toEqual(tags.rows);
}
