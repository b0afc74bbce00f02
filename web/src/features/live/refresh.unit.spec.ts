import { configureStore } from "@reduxjs/toolkit";
import { type Link, type LinkId, NEXT_CURSOR } from "@satchel/contracts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../app/api.ts";
import { createTransport } from "../../app/transport/transport.ts";
import { aLink } from "../links/aLink.ts";
import { listsApi, loadMore } from "../links/lists.api.ts";
import { arrivals } from "./arrivals.slice.ts";
import { refreshLinks } from "./refresh.ts";

beforeEach(() => void vi.stubGlobal("window", { scrollY: 0 }));
afterEach(() => void vi.unstubAllGlobals());

/** So many links, the newest first. */
const archive = (count: number): Link[] => Array.from({ length: count }, (_, n) => aLink(`link${n}`, count - n));

/** The page's store over a server with these links, whose cursor is the place in the list; `before` holds back answers. */
function storeOver(links: readonly Link[], before: (path: string) => Promise<void>) {
  const transport = createTransport({
    fetch: async (path) => {
      const { pathname, searchParams } = new URL(path, "http://satchel.example");
      if (pathname !== "/api/links/") return Response.json({ count: links.length });
      const from = Number(searchParams.get("cursor") ?? 0);
      const end = from + Number(searchParams.get("size"));
      const headers: Record<string, string> = end < links.length ? { [NEXT_CURSOR]: String(end) } : {};
      const answer = Response.json(links.slice(from, end), { headers });
      await before(path);
      return answer;
    },
    isLoggingOut: () => false,
    onRefreshed: vi.fn(),
    onSessionLost: vi.fn(),
    onAnswered: () => undefined,
    warn: vi.fn(),
  });
  const environment = { transport, archive: { keeper: () => async () => undefined, find: async () => undefined } };
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer, arrivals: arrivals.reducer },
    middleware: (getDefault) => getDefault({ thunk: { extraArgument: environment } }).concat(api.middleware),
  });
}

test("given a page that comes while changes are read, when it holds a changed link, then the link stays", async () => {
  const links = archive(30);
  let release = (): void => undefined;
  let isHolding = false;
  const store = storeOver(links, async (path) => {
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
  await vi.waitFor(() => expect(isHolding).toBe(false));
  await (store.dispatch(loadMore(filters) as never) as Promise<void>);
  expect(shown()).toContain(changed.id);
  release();
  await refreshing;

  expect(shown()).toEqual(links.slice(0, 20).map(({ id }) => id));
});
