import type { LinkId } from "@satchel/contracts";
import { beforeEach, expect, test, vi } from "vitest";
import { ANSWERS_KEPT, createArchive } from "./archive.ts";
import { marksIn } from "./marks.ts";
import { isPicture, MARKED_BYTES, PICTURES_KEPT, surplus } from "./names.ts";
import { aCacheStorage } from "./testCaches.ts";

const idOf = (n: number) => `0c5f2b7e-0000-4000-8000-${String(n).padStart(12, "0")}` as LinkId;
const [TIDES, RYE] = [idOf(1), idOf(2)];
const pathOf = (id: string) => `/api/links/${id}/article`;
const pictureOf = (id: string) => `/api/links/${id}/copies/c1/files/0123.webp`;

let session: string | undefined;
beforeEach(() => {
  session = "kept.anna";
});

function given(caches = aCacheStorage()) {
  const rest = () => Promise.resolve();
  const archive = createArchive({ caches: caches.caches, session: () => session, rest });
  return { ...caches, archive, marks: marksIn(archive, caches.caches) };
}

const articleOf = (id: LinkId, at: number, text = "The moon draws the water") => ({
  id,
  title: `Article ${at}`,
  site: "post.example",
  at,
  answers: new Map([[pathOf(id), { data: text, next: null }]]),
  pictures: new Map([[pictureOf(id), new Blob(["wave"])]]),
});

test("an article that is kept is listed with what it takes, newest first, and read like one that was opened", async () => {
  const { archive, marks } = given();
  const tides = await marks.add(articleOf(TIDES, 1));
  await marks.add(articleOf(RYE, 2));
  expect(tides).toMatchObject({ id: TIDES, title: "Article 1", site: "post.example" });
  expect(tides?.bytes).toBe(JSON.stringify({ data: "The moon draws the water", next: null }).length + "wave".length);
  expect((await marks.list()).map(({ id }) => id)).toEqual([RYE, TIDES]);
  expect(await archive.find(pathOf(TIDES))).toEqual({ data: "The moon draws the water", next: null });
});

test("an article that is kept stays when many others are opened after it; one that was only opened does not", async () => {
  const { archive, marks } = given();
  await marks.add(articleOf(TIDES, 1));
  const keep = archive.keeper();
  await keep(pathOf(RYE), { data: "Rye", next: null });
  for (let n = 10; n < 10 + ANSWERS_KEPT; n++) await keep(pathOf(idOf(n)), { data: n, next: null });
  expect(await archive.find(pathOf(TIDES))).toBeDefined();
  expect(await archive.find(pathOf(RYE))).toBeUndefined();
});

test("the pictures of an article that is kept are not counted among those that were seen", () => {
  const keys = [
    `/marked/${TIDES}`,
    pictureOf(TIDES),
    pictureOf(RYE),
    ...Array.from({ length: PICTURES_KEPT }, (_, n) => `/api/links/${idOf(n + 10)}/preview`),
  ].map((path) => ({ url: `https://satchel.example${path}` }));
  expect(surplus(keys, isPicture, PICTURES_KEPT)).toEqual([{ url: `https://satchel.example${pictureOf(RYE)}` }]);
});

test("what is no longer kept is gone from the device with its pictures, and other articles stay", async () => {
  const { archive, marks, stores } = given();
  await marks.add(articleOf(TIDES, 1));
  await marks.add(articleOf(RYE, 2));
  await marks.drop(TIDES);
  const left = [...stores.values()].flatMap((entries) => [...entries.keys()]);
  expect(left.filter((key) => key.includes(TIDES))).toEqual([]);
  expect(left.filter((key) => key.includes(RYE))).toHaveLength(3);
  // An article that is not kept is not touched: it was opened, and goes when its time comes.
  await archive.keeper()(pathOf(TIDES), { data: "opened", next: null });
  await marks.drop(TIDES);
  expect(await archive.find(pathOf(TIDES))).toBeDefined();
});

test("where the browser has no space left, nothing of the article stays", async () => {
  const storage = aCacheStorage();
  const { caches, stores } = storage;
  const open = caches.open.bind(caches);
  caches.open = async (name) => {
    const cache = await open(name);
    const put = cache.put.bind(cache);
    return Object.assign(cache, {
      put: async (key: string, answer: Response) => {
        if (isPicture(key)) throw new DOMException("full", "QuotaExceededError");
        await put(key, answer);
      },
    });
  };
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const { marks } = given(storage);
  expect(await marks.add(articleOf(TIDES, 1))).toBeUndefined();
  expect([...stores.values()].flatMap((entries) => [...entries.keys()])).toEqual([]);
  expect(await marks.list()).toEqual([]);
  expect(warn).toHaveBeenCalled();
  warn.mockRestore();
});

test("articles take no more of the device than they may", async () => {
  const { archive, marks } = given();
  const large = new Blob([]);
  Object.defineProperty(large, "size", { value: MARKED_BYTES });
  const article = { ...articleOf(TIDES, 1), pictures: new Map([[pictureOf(TIDES), large]]) };
  expect(await marks.add(article)).toBeUndefined();
  expect(await archive.find(pathOf(TIDES))).toBeUndefined();
});

test("the next account finds no article of the one before, and a session that may keep nothing keeps none", async () => {
  const { archive, marks, stores } = given();
  await marks.add(articleOf(TIDES, 1));
  session = "kept.ben";
  expect(await marks.list()).toEqual([]);
  await archive.dropOthers();
  expect(stores.size).toBe(0);
  session = undefined;
  expect(marks.canKeep()).toBe(false);
  expect(await marks.add(articleOf(TIDES, 1))).toBeUndefined();
  expect(stores.size).toBe(0);
});

test("a session that ends while an article is stored leaves nothing behind", async () => {
  const { marks, stores } = given();
  const adding = marks.add(articleOf(TIDES, 1));
  session = undefined;
  expect(await adding).toBeUndefined();
  expect(stores.size).toBe(0);
});
