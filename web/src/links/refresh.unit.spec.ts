import { type Link, type LinkId, NEXT_CURSOR } from "@satchel/contracts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { storeOver } from "../session/testStore.ts";
import { aLink } from "./aLink.ts";
import { listsApi, loadMore } from "./lists.api.ts";
import { arrivals } from "./list.slice.ts";
import { refreshLinks } from "./refresh.ts";

beforeEach(() => void vi.stubGlobal("window", { scrollY: 0 }));
afterEach(() => void vi.unstubAllGlobals());

/** So many links, the newest first. */
const archive = (count: number): Link[] =>
  Array.from({ length: count }, (_, n) => aLink(`link${n}`, (count - n) * 1000));

/** The page's store over a server with these links, whose cursor is the place in the list; `before` holds back answers. */
const pageOver = (links: readonly Link[], before: (path: string) => Promise<void>) =>
  storeOver(
    async (path) => {
      const { pathname, searchParams } = new URL(path, "http://satchel.example");
      const id = pathname.split("/")[3];
      if (id !== "") {
        const link = links.find((each) => each.id === id);
        return link === undefined ? Response.json({ detail: "" }, { status: 404 }) : Response.json(link);
      }
      const from = Number(searchParams.get("cursor") ?? 0);
      const end = from + Number(searchParams.get("size"));
      const headers: Record<string, string> = end < links.length ? { [NEXT_CURSOR]: String(end) } : {};
      const answer = Response.json(links.slice(from, end), { headers });
      await before(path);
      return answer;
    },
    { arrivals: arrivals.reducer },
  );

test("given a page that comes while changes are read, when it holds a changed link, then the link stays", async () => {
  const links = archive(30);
  let release = (): void => undefined;
  let isHolding = false;
  const store = pageOver(links, async (path) => {
    if (!isHolding || path.includes("cursor")) return;
    isHolding = false;
    await new Promise<void>((resolve) => (release = resolve));
  });
  const filters = {};
  await store.dispatch(listsApi.endpoints.linkList.initiate(filters) as never);
  const shown = (): LinkId[] =>
    (listsApi.endpoints.linkList.select(filters)(store.getState() as never).data?.links ?? []).map(({ id }) => id);
  expect(shown()).toHaveLength(10);
  const changed = links[14] as Link;

  isHolding = true;
  const refreshing = store.dispatch(refreshLinks(new Set([changed.id])) as never) as Promise<void>;
  await expect.poll(() => isHolding).toBe(false);
  await (store.dispatch(loadMore(filters) as never) as Promise<void>);
  expect(shown()).toContain(changed.id);
  release();
  await refreshing;

  expect(shown()).toEqual(links.slice(0, 20).map(({ id }) => id));
});

describe("given links that come with old dates, as of an import", () => {
  const open = async (count: number, newcomers: readonly Link[]) => {
    const links = archive(count);
    const asked: string[] = [];
    const store = pageOver(links, async (path) => void asked.push(path));
    const filters = {};
    await store.dispatch(listsApi.endpoints.linkList.initiate(filters) as never);
    for (let page = 1; page < 3; page++) await (store.dispatch(loadMore(filters) as never) as Promise<void>);
    links.push(...newcomers);
    links.sort((a, b) => b.saved_at.localeCompare(a.saved_at));
    const refresh = (ids: readonly LinkId[]) =>
      store.dispatch(refreshLinks(new Set(ids)) as never) as unknown as Promise<void>;
    const shown = (): LinkId[] =>
      (listsApi.endpoints.linkList.select(filters)(store.getState() as never).data?.links ?? []).map(({ id }) => id);
    return { links, refresh, shown, asked };
  };
  const between = (n: number): Link => aLink(`old${n}`, n * 1000 + 500);

  test("when one belongs below the first page, then it is shown in its place", async () => {
    const newcomer = between(25);
    const { links, refresh, shown } = await open(50, [newcomer]);
    await refresh([newcomer.id]);
    expect(shown()).toEqual(links.slice(0, 31).map(({ id }) => id));
    expect(shown().indexOf(newcomer.id)).toBe(25);
  });

  test("when more come than are asked for one by one, then all that belong into what is loaded are shown", async () => {
    const newcomers = Array.from({ length: 15 }, (_, n) => between(22 + (n % 3) + n / 50));
    const { links, refresh, shown } = await open(50, newcomers);
    await refresh(newcomers.map(({ id }) => id));
    expect(shown().slice(0, 45)).toEqual(links.slice(0, 45).map(({ id }) => id));
  });

  test("when all belong between what is refetched and the end of what is loaded, few or many, then all are shown", async () => {
    for (const count of [3, 15]) {
      const newcomers = Array.from({ length: count }, (_, n) => ({ ...between(22), id: `late${n}` as LinkId }));
      const { links, refresh, shown } = await open(50, newcomers);
      await refresh(newcomers.map(({ id }) => id));
      expect([...shown()].sort()).toEqual(
        links
          .slice(0, 30 + count)
          .map(({ id }) => id)
          .sort(),
      );
    }
  });

  test("when a known one is pushed down by others that are told later, then it stays", async () => {
    const untold = Array.from({ length: 12 }, (_, n) => aLink(`untold${n}`, 60_000 + n));
    const { links, refresh, shown } = await open(50, untold);
    const known = links[12 + 5] as Link;
    await refresh([known.id]);
    expect(shown()).toContain(known.id);
  });

  test("when one is of the same moment as the last that is loaded, then it is not left out", async () => {
    const newcomer = aLink("twin", 21 * 1000);
    const { refresh, shown } = await open(50, [newcomer]);
    await refresh([newcomer.id]);
    expect(shown()).toContain(newcomer.id);
  });

  test.each([
    ["the top is shown", 0],
    ["the reader has scrolled", 500],
  ])("when hundreds belong below what is loaded while %s, then no more is read than was loaded", async (_, scrollY) => {
    vi.stubGlobal("window", { scrollY });
    const newcomers = Array.from({ length: 300 }, (_, n) => between(n / 50));
    const { refresh, shown, asked } = await open(50, newcomers);
    const before = shown();
    asked.length = 0;
    await refresh(newcomers.map(({ id }) => id));
    expect(shown()).toEqual(before);
    const sizes = asked.map((path) => Number(new URLSearchParams(path.split("?")[1]).get("size") ?? 0));
    expect(sizes.reduce((a, b) => a + b, 0)).toBe(before.length);
  });

  test.each([
    ["the top is shown, then the list is as long as it was", 0, 30],
    ["the reader has scrolled, then what is read stays", 500, 330],
  ])("when hundreds come above while %s", async (_, scrollY, length) => {
    vi.stubGlobal("window", { scrollY });
    const newcomers = Array.from({ length: 300 }, (_, n) => aLink(`new${n}`, 60_000 + n));
    const { links, refresh, shown } = await open(50, newcomers);
    await refresh(newcomers.map(({ id }) => id));
    expect(shown()).toEqual(links.slice(0, shown().length).map(({ id }) => id));
    expect(shown().length).toBe(length);
  });

  test("when one belongs below what is loaded, or is not there, then the list stays as it is", async () => {
    const newcomer = between(3);
    const { refresh, shown } = await open(50, [newcomer]);
    const before = shown();
    await refresh([newcomer.id, aLink("nowhere", 1).id]);
    expect(shown()).toEqual(before);
  });
});
