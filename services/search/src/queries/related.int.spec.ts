import type { LinkId } from "@satchel/contracts";
import { beforeAll, expect, test } from "vitest";
import { type LinkColumns, givenLinks, openTables, type Tables } from "../../test/tables.ts";
import { findRelated } from "./related.ts";

let tables: Tables;
beforeAll(async () => {
  tables = await openTables();
});

/** The titles of what is related to the first link. */
async function relatedToFirst(links: readonly LinkColumns[]): Promise<(string | null)[]> {
  const { userId, linkIds } = await givenLinks(tables, links);
  const ids = await findRelated(tables.db, userId, linkIds[0] as LinkId, links.length);
  return ids.map((id) => links[linkIds.indexOf(id)]?.own_title as string | null);
}

const others = Array.from({ length: 40 }, (_, n) => ({ own_title: `Something else ${n}` }));

test("given links with the same rare words in whatever form, then the one with more of them comes first", async () => {
  const related = await relatedToFirst([
    { own_title: "Baking rye bread at home" },
    { own_title: "Breads of the world" },
    { own_title: "How rye became bread" },
    { own_title: "A house", page_description: "the home of a baker" },
    ...others,
  ]);
  expect(related).toEqual(["How rye became bread", expect.any(String), expect.any(String)]);
  expect(new Set(related.slice(1))).toEqual(new Set(["Breads of the world", "A house"]));
});

test("given a tag that few links have, then these are related", async () => {
  const tagged = [
    { own_title: "One", own_tags: ["Sourdough starter"] },
    { own_title: "Two", own_tags: ["sourdough starter"] },
  ];
  expect(await relatedToFirst([...tagged, ...others])).toEqual(["Two"]);
});

test("given frequent words and stop words only, then nothing is related", async () => {
  const common = [{ own_title: "Something else about the how and why" }, { own_title: "The why of it" }];
  expect(await relatedToFirst([...common, ...others])).toEqual([]);
});

test("given deleted links, another person's, or none at all, then they are not related", async () => {
  const { userId } = await givenLinks(tables, [{ own_title: "Lighthouses of Brittany" }]);
  const own = [
    { own_title: "Lighthouses at night" },
    { own_title: "Lighthouses by day", deleted_at: "2026-01-01T00:00:00Z" },
  ];
  expect(await relatedToFirst([...own, ...others])).toEqual([]);
  expect(await findRelated(tables.db, userId, "00000000-0000-4000-8000-000000000000" as LinkId, 1)).toEqual([]);
});

test("given another link to the same page, then it is not related", async () => {
  const same = "00000000-0000-4000-8000-00000000000a";
  const links = [
    { own_title: "Lighthouses of Brittany", page_id: same },
    { own_title: "Lighthouses of Brittany (mobile)", page_id: same },
    { own_title: "A lighthouse" },
  ];
  expect(await relatedToFirst([...links, ...others])).toEqual(["A lighthouse"]);
});

test("given more than are shown, then the closest are shown, and signs in titles mean nothing", async () => {
  const many = Array.from({ length: 9 }, (_, n) => ({
    own_title: `Quince' & \\ jelly ${n % 2 === 0 ? "recipe" : ""}`,
  }));
  const related = await relatedToFirst([
    { own_title: "Quince jelly ' | recipe" },
    ...many,
    ...others,
    ...others,
    ...others,
  ]);
  expect(related).toHaveLength(5);
  expect(related.every((title) => title?.includes("recipe"))).toBe(true);
});
