import { type Link, type LinkId, NEXT_CURSOR, titleKey } from "@satchel/contracts";
import fc from "fast-check";
import { afterEach, beforeEach, test, expect, vi } from "vitest";
import { storeOver } from "../session/testStore.ts";
import { aLink } from "./aLink.ts";
import { listsApi, loadMore } from "./lists.api.ts";
import type { ListQuery } from "./view.ts";
import { arrivals } from "./list.slice.ts";
import { refreshLinks } from "./refresh.ts";

beforeEach(() => void vi.stubGlobal("window", { scrollY: 0 }));
afterEach(() => void vi.unstubAllGlobals());

const before = (a: string, b: string): number => Number(a > b) - Number(a < b);
const orders: Record<string, (a: Link, b: Link) => number> = {
  newest: (a, b) => before(b.saved_at, a.saved_at),
  oldest: (a, b) => before(a.saved_at, b.saved_at),
  title: (a, b) => before(titleKey(a.title, a.url), titleKey(b.title, b.url)),
};

/** A server that keeps links, and gives them in the order that it is asked for. */
function serve() {
  const kept = new Map<LinkId, Link>();
  // Of the same moment, the one that came last is the newest.
  const inOrder = (sort: string): Link[] =>
    (sort === "newest" ? [...kept.values()].reverse() : [...kept.values()]).toSorted(orders[sort]);
  const store = storeOver(
    async (path) => {
      const { pathname, searchParams } = new URL(path, "http://satchel.example");
      const id = pathname.split("/")[3] as LinkId;
      const one = kept.get(id);
      if (id !== "") return one === undefined ? Response.json({ detail: "" }, { status: 404 }) : Response.json(one);
      const all = inOrder(searchParams.get("sort") ?? "newest");
      const cursor = searchParams.get("cursor");
      const from = cursor === null ? 0 : all.findIndex((link) => link.id === cursor) + 1;
      const page = all.slice(from, from + Number(searchParams.get("size")));
      const last = from + page.length < all.length ? page.at(-1)?.id : undefined;
      return Response.json(page, { headers: last === undefined ? {} : { [NEXT_CURSOR]: last } });
    },
    { arrivals: arrivals.reducer },
  );
  return { kept, inOrder, store };
}

const change = fc.record({
  kind: fc.constantFrom("save", "name", "star", "delete"),
  which: fc.nat(60),
  // Far apart, so that none has the place of another.
  place: fc.integer({ min: 0, max: 1_000_000_000 }),
});

test.each(["newest", "oldest", "title"] as const)(
  "given a list by %s, when links come, change and go, then it shows what the server has, as far down as it is loaded",
  async (sort) => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(999_999), { minLength: 25, maxLength: 60 }),
        fc.array(change, { maxLength: 12 }),
        fc.nat(5),
        async (places, changes, pages) => {
          const { kept, inOrder, store } = serve();
          let named = 0;
          const put = (place: number): Link => {
            const link = aLink(`link${named++}`, place * 1000 + named, {
              title: `${String(place).padStart(10, "0")} ${named}`,
            });
            kept.set(link.id, link);
            return link;
          };
          places.forEach((place) => put(place));
          const query: ListQuery = sort === "newest" ? {} : { sort };
          await store.dispatch(listsApi.endpoints.linkList.initiate(query) as never);
          for (let n = 0; n < pages; n++) await (store.dispatch(loadMore(query) as never) as Promise<void>);
          const shown = () => listsApi.endpoints.linkList.select(query)(store.getState() as never).data;

          const loaded = shown()?.links.length ?? 0;

          const changed = new Set<LinkId>();
          for (const { kind, which, place } of changes) {
            const all = [...kept.values()];
            const link = all[which % Math.max(all.length, 1)];
            if (kind === "save") changed.add(put(place).id);
            if (kind === "save" || link === undefined) continue;
            changed.add(link.id);
            if (kind === "delete") kept.delete(link.id);
            else if (kind === "star") kept.set(link.id, { ...link, is_favorite: true });
            else kept.set(link.id, { ...link, title: `${String(place).padStart(10, "0")} again ${named++}` });
          }
          await (store.dispatch(refreshLinks(changed) as never) as Promise<void>);

          const list = shown();
          const links = list?.links ?? [];
          expect(links).toEqual(inOrder(sort).slice(0, links.length));
          expect(links.length).toBeGreaterThanOrEqual(Math.min(kept.size, loaded - changed.size));
          if (list?.next === null) expect(links).toHaveLength(kept.size);
        },
      ),
      { numRuns: 150 },
    );
  },
);

test("given links of the same moment, as one mail brings them, when they come one by one while pages are read, then none is missing at the end", async () => {
  const step = fc.record({
    // How many are told of at once, and whether a page is read before.
    come: fc.integer({ min: 1, max: 6 }),
    again: fc.nat(60),
    reads: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(2), { minLength: 20, maxLength: 48 }), fc.array(step), async (moments, steps) => {
      const { kept, store } = serve();
      const coming = moments.map((moment, n) => aLink(`link${n}`, moment * 1000));
      const query: ListQuery = {};
      await store.dispatch(listsApi.endpoints.linkList.initiate(query) as never);
      const more = () => store.dispatch(loadMore(query) as never) as Promise<void>;
      const tell = (changed: Set<LinkId>) => store.dispatch(refreshLinks(changed) as never) as Promise<void>;
      for (const { come, again, reads } of steps) {
        if (reads) await more();
        const changed = new Set<LinkId>();
        for (const link of coming.splice(0, come)) {
          kept.set(link.id, link);
          changed.add(link.id);
        }
        // Its page was described meanwhile.
        const described = [...kept.keys()][again % Math.max(kept.size, 1)];
        if (described !== undefined) changed.add(described);
        await tell(changed);
      }
      const shown = () => listsApi.endpoints.linkList.select(query)(store.getState() as never).data;
      for (let n = 0; n < 20 && shown()?.next != null; n++) await more();

      expect(shown()?.next).toBeNull();
      expect(new Set(shown()?.links.map(({ id }) => id))).toEqual(new Set(kept.keys()));
    }),
    { numRuns: 300 },
  );
});
