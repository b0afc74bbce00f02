import { randomUUID } from "node:crypto";
import { beginTable, finishTable, renameSchema } from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import { beforeAll, expect, test } from "vitest";
import { addLinks, openTables, searching, type Shelf, titled } from "../../test/search.ts";
import { newUser } from "../../test/system.ts";
import { tables } from "../projection/tables.ts";

let shelf: Shelf;
const pages = Array.from({ length: 2500 }, () => randomUUID());
const large = newUser();
const small = newUser();
const gone = newUser();

const documents = async (schema: string): Promise<unknown[]> =>
  (await shelf.pool.query(`select user_id, id, saved_at, position, words from ${schema}.documents order by 1, 2`)).rows;

const shelvesOf = async (userId: UserId): Promise<unknown[]> =>
  (
    await shelf.pool.query(
      `select s.size, count(*)::int as links,
         bool_and((s.from_at, s.from_position) <= (d.saved_at, d.position)) as in_place, bool_and(d.root = r.shelf) as rooted
       from links.documents d join links.shelves s using (shelf) cross join lateral (
         select shelf from links.shelves where user_id = d.user_id order by from_at, from_position limit 1) as r
       where d.user_id = $1 group by s.shelf, s.size, s.from_at order by s.from_at`,
      [userId],
    )
  ).rows;

const copiedPages = async (): Promise<unknown[]> =>
  (await shelf.pool.query("select user_id, page_id from links.copied_pages order by 1, 2")).rows;

let filed: unknown[];
let copied: unknown[];

// Links that triggers filed as they came, and the same in tables whose words are filed at once, as a rebuild does it.
beforeAll(async () => {
  shelf = await openTables();
  const numbered = Array.from({ length: 2500 }, (_, n) => ({
    own_title: `Pine ${n}${n % 500 === 3 ? " Häuser" : ""}`,
    page_description: n % 2 === 0 ? "Read camelCase and e-mail, 日本語" : null,
    own_tags: n % 3 === 0 ? ["To read"] : null,
    notes: n % 7 === 0 ? "houses" : null,
    page_id: pages[n % 50 === 1 ? n - 1 : n],
  }));
  for (let at = 0; at < numbered.length; at += 500) await addLinks(shelf, large, numbered.slice(at, at + 500));
  await addLinks(shelf, small, titled("Two houses", "Ein Haus"));
  await addLinks(shelf, gone, titled("Pine"));
  await shelf.pool.query(
    "update links.links set deleted_at = now() where user_id = $1 or user_id = $2 and own_title like 'Pine %00'",
    [gone, large],
  );
  filed = await documents("links");
  copied = await copiedPages();

  await shelf.pool.query("create schema links_next");
  for (const table of tables) {
    for (const statement of beginTable("links_next", table)) await shelf.pool.query(statement);
  }
  const columns = Object.keys(tables.find(({ name }) => name === "links")?.columns ?? {}).join(", ");
  await shelf.pool.query(`insert into links_next.links (${columns}) select ${columns} from links.links`);
  for (const table of tables) {
    for (const statement of finishTable("links_next", table)) await shelf.pool.query(statement);
  }
  await shelf.pool.query("drop schema links cascade");
  await renameSchema(shelf.pool, "links_next", "links");
});

test("given words that are filed at once, then they are those that are filed one by one", async () => {
  expect(filed.length).toBeGreaterThan(2400);
  expect(await documents("links")).toEqual(filed);
});

test("then the pages that several links lead to are the same, too", async () => {
  expect(copied).toHaveLength(50 - 24 + 1);
  expect(await copiedPages()).toEqual(copied);
});

test("then links are on shelves of the size they should have, and deleted ones on none", async () => {
  const whole = { size: 1024, links: 1024, in_place: true, rooted: true };
  const left = (filed.length - 2) % 1024;
  expect(await shelvesOf(large)).toEqual([whole, whole, { ...whole, size: left, links: left }]);
  expect(await shelvesOf(gone)).toEqual([]);
});

test("then searches find them, and what is saved, changed and deleted from then on", async () => {
  const { titles, count } = searching(shelf, large);
  expect(await titles("haus")).toEqual([
    "Pine 2003 Häuser",
    "Pine 1503 Häuser",
    "Pine 1003 Häuser",
    "Pine 503 Häuser",
    "Pine 3 Häuser",
  ]);
  await addLinks(shelf, large, titled("Neues Haus"));
  await shelf.pool.query(
    "update links.links set own_title = 'Pine' where user_id = $1 and own_title like 'Pine _ Häuser'",
    [large],
  );
  await shelf.pool.query("delete from links.links where user_id = $1 and own_title like 'Pine 5%Häuser'", [large]);
  expect(await count("haus")).toEqual({ count: 4 });
  await addLinks(shelf, gone, titled("Larch"));
  expect(await searching(shelf, gone).titles("larch")).toEqual(["Larch"]);
});
