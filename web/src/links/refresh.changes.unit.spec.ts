import type { Link, LinkId } from "@satchel/contracts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../kit/toasts.slice.ts";
import { storeOver } from "../session/testStore.ts";
import { undoable, undoLatest } from "../session/undo.slice.ts";
import { aLink } from "./aLink.ts";
import { deletion } from "./changes.api.ts";
import { arrivals } from "./list.slice.ts";
import type { LinkList } from "./listChanges.ts";
import { listsApi, readStretch } from "./lists.api.ts";
import { refreshLinks } from "./refresh.ts";
import { changeMany } from "./selection/bulk.api.ts";

beforeEach(() => void vi.stubGlobal("window", { scrollY: 0 }));
afterEach(() => void vi.unstubAllGlobals());

/** What holds back answers, until it is opened. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), opened };
}

/** A page that shows three links of a server whose answers to calls of a kind can be held back. */
async function pageOfThree() {
  const links = [3, 2, 1].map((n) => aLink(`link${n}`, n * 1000));
  const deleted = new Set<string>();
  const refused = new Set<string>();
  const held = new Map<string, Promise<void>>();
  const asked: string[] = [];
  const store = storeOver(
    async (path, init) => {
      const { pathname } = new URL(path, "http://satchel.example");
      const [, , , id = "", action] = pathname.split("/");
      const kind = action ?? (id === "bulk" ? id : init?.method === "DELETE" ? "delete" : id === "" ? "list" : "link");
      asked.push(kind);
      if (kind === "delete") deleted.add(id);
      if (kind === "bulk") {
        // One after another: the first is done when it is held.
        const { ids } = JSON.parse(init?.body as string) as { ids: string[] };
        const done = ids.filter((each) => !refused.has(each));
        for (const each of done) {
          deleted.add(each);
          await held.get(kind);
        }
        const failed = ids.filter((each) => refused.has(each)).map((each) => ({ id: each, detail: "Not now." }));
        return Response.json({ bulk_id: aLink("bulk", 0).id, changed: done.length, failed });
      }
      if (kind === "restore") {
        await held.get(kind);
        deleted.delete(id);
      }
      const there = links.filter((each) => !deleted.has(each.id));
      const link = there.find((each) => each.id === id);
      await held.get(kind);
      if (kind === "delete") return new Response(null, { status: 204 });
      if (kind === "list") return Response.json(there);
      return Response.json(link ?? { detail: "" }, { status: link === undefined ? 404 : 200 });
    },
    { arrivals: arrivals.reducer, toasts: toasts.reducer, undo: undoable.reducer },
  );
  await store.dispatch(listsApi.endpoints.linkList.initiate({}) as never);
  const hold = (kind: string): (() => void) => {
    const { open, opened } = gate();
    held.set(kind, opened);
    asked.length = 0;
    return () => {
      held.delete(kind);
      open();
    };
  };
  const isAsked = (kind: string) => expect.poll(() => asked).toContain(kind);
  const refresh = (ids: readonly LinkId[]) =>
    store.dispatch(refreshLinks(new Set(ids)) as never) as unknown as Promise<void>;
  const read = () =>
    store.dispatch(readStretch({ query: {}, cursor: null, size: 3 }) as never) as unknown as Promise<LinkList>;
  const remove = (link: Link) => store.dispatch(deletion.initiate(link, { track: false }) as never) as Promise<unknown>;
  const removeAll = (links: readonly Link[]) =>
    store.dispatch(changeMany({ action: { action: "delete" }, which: { links } }) as never) as Promise<unknown>;
  const bringBack = () => store.dispatch(undoLatest() as never) as unknown as Promise<void>;
  const shown = (): LinkId[] =>
    (listsApi.endpoints.linkList.select({})(store.getState() as never).data?.links ?? []).map(({ id }) => id);
  return { links, refused, hold, isAsked, refresh, remove, removeAll, bringBack, shown, read };
}

test("given a list that is read after a deletion, when the link comes back before the answer, then it stays", async () => {
  const { links, hold, isAsked, refresh, remove, bringBack, shown } = await pageOfThree();
  const link = links[1] as Link;
  await remove(link);
  const release = hold("list");
  const refreshing = refresh([link.id]);
  await isAsked("list");
  await bringBack();
  expect(shown()).toContain(link.id);

  release();
  await refreshing;
  expect(shown()).toEqual(links.map(({ id }) => id));
});

test("given a link that is on its way back, when the list is read meanwhile, then it stays", async () => {
  const { links, hold, isAsked, refresh, remove, bringBack, shown, read } = await pageOfThree();
  const link = links[1] as Link;
  await remove(link);
  const release = hold("restore");
  const restoring = bringBack();
  await isAsked("restore");
  const refreshing = refresh([link.id]);
  // A read that began now would have ended by then.
  for (let reads = 0; reads < 3; reads++) await read();
  expect(shown()).toEqual(links.map(({ id }) => id));

  release();
  await Promise.all([restoring, refreshing]);
  expect(shown()).toEqual(links.map(({ id }) => id));
});

test("given a list that holds a link that is deleted before the answer, then it does not come back", async () => {
  const { links, hold, isAsked, refresh, remove, shown } = await pageOfThree();
  const [first, second] = links as [Link, Link, Link];
  const release = hold("list");
  const refreshing = refresh([second.id]);
  await isAsked("list");
  await remove(first);

  release();
  await refreshing;
  expect(shown()).not.toContain(first.id);
});

test("given many links that are being deleted, when the list is read meanwhile, then none comes back", async () => {
  const { links, hold, isAsked, refresh, removeAll, shown, read } = await pageOfThree();
  const [first, second, third] = links as [Link, Link, Link];
  const release = hold("bulk");
  const removing = removeAll([first, second]);
  await isAsked("bulk");
  const refreshing = refresh([first.id]);
  // A read that began now would have ended by then.
  for (let reads = 0; reads < 3; reads++) await read();
  expect(shown()).toEqual([third.id]);

  release();
  await Promise.all([removing, refreshing]);
  expect(shown()).toEqual([third.id]);
});

test("given many links of which the server can't delete one, then that one is shown again", async () => {
  const { links, refused, removeAll, shown } = await pageOfThree();
  const [first, second, third] = links as [Link, Link, Link];
  refused.add(second.id);

  await removeAll([first, second]);
  await expect.poll(() => shown()).toEqual([second.id, third.id]);
});
