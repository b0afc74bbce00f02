import { afterEach, expect, test, vi } from "vitest";
import { aLink } from "../../links/aLink.ts";
import { listsApi } from "../../links/lists.api.ts";
import { session, signedIn } from "../../session/session.slice.ts";
import { storeOver } from "../../session/testStore.ts";
import { keepLists } from "./keepLists.ts";

afterEach(() => void vi.unstubAllGlobals());

/** A page that keeps its lists: the titles of what is stored, and the first list, which is shown. */
async function aPage() {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", page);
  const store = storeOver(async () => Response.json([aLink("first")]), {
    session: session.reducer,
    connection: () => ({ isLost: false }),
  });
  store.dispatch(signedIn());
  const stored: string[][] = [];
  const urgent: boolean[] = [];
  const keep = async (_path: string, { data }: { data: unknown }, isUrgent: boolean): Promise<void> => {
    stored.push((data as { title: string }[]).map(({ title }) => title));
    urgent.push(isUrgent);
  };
  const end = keepLists(store as never, { keeper: () => keep } as never);
  const shown = store.dispatch(listsApi.endpoints.linkList.initiate({}) as never) as unknown as Promise<unknown> & {
    unsubscribe: () => void;
  };
  await shown;
  await expect.poll(() => stored).toEqual([[aLink("first").title]]);
  const change = (title = "changed"): void =>
    void store.dispatch(
      listsApi.util.updateQueryData("linkList", {}, () => ({ links: [aLink(title)], next: null })) as never,
    );
  const hide = (): void => {
    page.visibilityState = "hidden";
    page.dispatchEvent(new Event("visibilitychange"));
  };
  return { hide, stored, urgent, change, leave: shown.unsubscribe, end };
}

test("given a list that is shown for the first time, then it is stored at once; when the page is hidden, then its changes", async () => {
  const { hide, stored, change, end } = await aPage();
  change();
  expect(stored).toHaveLength(1);
  hide();
  expect(stored).toEqual([[aLink("first").title], [aLink("changed").title]]);
  end();
});

test("given a list that may wait to be stored until the browser is idle, when the page is hidden, then it is stored without waiting", async () => {
  const { hide, stored, urgent, end } = await aPage();
  hide();
  expect(stored).toEqual([[aLink("first").title], [aLink("first").title]]);
  expect(urgent).toEqual([false, true]);
  end();
});

test("given a list that has just changed, when it is left, then it is stored as it was last", async () => {
  const { stored, change, leave, end } = await aPage();
  change();
  // The store tells of some changes together, within a frame.
  await new Promise((resolve) => setTimeout(resolve, 50));
  leave();
  await expect.poll(() => stored).toEqual([[aLink("first").title], [aLink("changed").title]]);
  end();
});

test("given a list that stays open, when something comes in live, then it is stored with it, and again at each later change", async () => {
  const { stored, change, end } = await aPage();
  change("live");
  await expect.poll(() => stored.at(-1)).toEqual([aLink("live").title]);
  change("later");
  await expect.poll(() => stored.at(-1)).toEqual([aLink("later").title]);
  end();
});
