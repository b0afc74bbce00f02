import { beforeEach, expect, test, vi } from "vitest";
import { ANSWERS_KEPT, createArchive } from "./archive.ts";
import { aCacheStorage } from "./testCaches.ts";

let session: string | undefined;
beforeEach(() => {
  session = "kept.anna";
});

/** Lets what waits for it go on. */
let rested = Promise.resolve();
const rest = () => rested;
beforeEach(() => {
  rested = Promise.resolve();
});

function given() {
  const { stores, opened, caches } = aCacheStorage();
  return { stores, opened, archive: createArchive({ caches, session: () => session, rest }) };
}

const kept = (data: unknown) => ({ data, next: null });

test("what was kept is found again in the same session", async () => {
  const { archive } = given();
  await archive.keeper()("/api/links/?size=10", { data: ["bread"], next: "c1" });
  expect(archive.wasRead()).toBe(false);
  expect(await archive.find("/api/links/?size=10")).toEqual({ data: ["bread"], next: "c1" });
  expect(archive.wasRead()).toBe(true);
  expect(await archive.find("/api/folders/")).toBeUndefined();
  expect(await archive.hasAny()).toBe(true);
});

test("given two answers to a call before the page has time, then the last is found meanwhile, and it alone is written", async () => {
  const { archive, stores, opened } = given();
  let end = (): void => undefined;
  rested = new Promise((resolve) => (end = resolve));
  const keep = archive.keeper();
  const keeping = [keep("/api/users/me", kept("Anna")), keep("/api/users/me", kept("Anna again"))];
  expect(await archive.find("/api/users/me")).toEqual(kept("Anna again"));
  expect(opened).toEqual([]);
  end();
  await Promise.all(keeping);
  expect(opened).toHaveLength(1);
  expect([...stores.values()].flatMap((entries) => [...entries.values()])).toEqual([
    JSON.stringify(kept("Anna again")),
  ]);
});

test("given a session that ends before the page has time, then nothing of it is kept or found", async () => {
  const { archive, stores } = given();
  let end = (): void => undefined;
  rested = new Promise((resolve) => (end = resolve));
  const keeping = archive.keeper()("/api/users/me", kept("Anna"));
  session = undefined;
  expect(await archive.find("/api/users/me")).toBeUndefined();
  end();
  await keeping;
  expect(stores.size).toBe(0);
});

test("whoever signs in next finds nothing of it, also before it was dropped", async () => {
  const { archive, stores } = given();
  await archive.keeper()("/api/users/me", kept("Anna"));
  session = "kept.ben";
  expect(await archive.find("/api/users/me")).toBeUndefined();
  expect(await archive.hasAny()).toBe(false);
  await archive.dropOthers();
  expect(stores.size).toBe(0);
});

test("an answer that comes after the session ended is not kept, neither for that session nor for the next", async () => {
  const { archive, opened } = given();
  const keep = archive.keeper();
  session = "kept.ben";
  await keep("/api/users/me", kept("Anna"));
  expect(opened).toEqual([]);
});

test("a session that ends while an answer is being kept leaves nothing behind", async () => {
  const { archive, stores } = given();
  const keeping = archive.keeper()("/api/users/me", kept("Anna"));
  session = undefined;
  await keeping;
  expect(stores.size).toBe(0);
});

test("a session that is to leave nothing behind keeps and finds nothing", async () => {
  session = undefined;
  const { archive, stores } = given();
  await archive.keeper()("/api/users/me", kept("Anna"));
  expect(await archive.find("/api/users/me")).toBeUndefined();
  expect(stores.size).toBe(0);
});

test("the oldest answers are removed first, and one that is stored again counts as new", async () => {
  const { archive } = given();
  const keep = archive.keeper();
  await keep("/api/links/1", kept(1));
  await keep("/api/links/2", kept(2));
  await keep("/api/links/1", kept("again"));
  for (let n = 3; n <= ANSWERS_KEPT + 1; n++) await keep(`/api/links/${n}`, kept(n));
  expect(await archive.find("/api/links/2")).toBeUndefined();
  expect(await archive.find("/api/links/1")).toEqual(kept("again"));
  expect(await archive.find(`/api/links/${ANSWERS_KEPT + 1}`)).toEqual(kept(ANSWERS_KEPT + 1));
});

test("an urgent answer is written although the page has no time yet", async () => {
  const { archive, stores } = given();
  rested = new Promise(() => undefined);
  await archive.keeper()("/api/links/1/article", kept("Tides"), true);
  expect([...stores.values()].flatMap((entries) => [...entries.keys()])).toEqual([
    "http://page.example/kept/api/links/1/article",
  ]);
});

test("a browser without caches, or with broken ones, only keeps nothing", async () => {
  const none = createArchive({ caches: undefined, session: () => session, rest });
  await none.keeper()("/api/users/me", kept("Anna"));
  expect(await none.find("/api/users/me")).toBeUndefined();
  await none.dropOthers();

  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const refuse = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  const broken = { open: refuse, has: refuse, keys: refuse, delete: refuse } as unknown as CacheStorage;
  const full = createArchive({ caches: broken, session: () => session, rest });
  await full.keeper()("/api/users/me", kept("Anna"));
  expect(await full.find("/api/users/me")).toBeUndefined();
  expect(await full.hasAny()).toBe(false);
  await full.dropOthers();
  expect(warn).toHaveBeenCalled();
  warn.mockRestore();
});
