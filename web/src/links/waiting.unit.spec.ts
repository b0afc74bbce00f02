import { changeLink } from "@satchel/contracts";
import { afterEach, expect, test, vi } from "vitest";
import { STAY } from "../session/flags.ts";
import { storeOver } from "../session/testStore.ts";
import { aStorage } from "../session/testStorage.ts";
import { aLink } from "./aLink.ts";
import type * as Waiting from "./waiting.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let tabs = 0;

/** The changes as a tab has them that is loaded now, and how it stores another one, or removes the first. */
async function openTab() {
  // The tab gets a module of its own. `resetModules` would do that to other test files as well.
  const path = `./waiting.ts?tab=${++tabs}`;
  const { endWaiting, firstWaiting, keepWaiting, waitingLinks } = (await import(path)) as typeof Waiting;
  const { dispatch } = storeOver(async () => new Response());
  return {
    keep: (name: string) => {
      const call = { operation: changeLink, params: { id: name }, body: { title: "Mine" } };
      const change = { call, link: aLink(name), deed: { title: "Mine" } } as Parameters<typeof keepWaiting>[0];
      dispatch(keepWaiting(change) as never);
    },
    send: () => dispatch(endWaiting(firstWaiting() as never) as never),
    links: () => [...waitingLinks([]).keys()],
  };
}

test("given changes that two tabs store in the same millisecond, when one tab has sent its own, then the other's are still stored", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", aStorage());
  localStorage.setItem(STAY, "kept.1");
  const [one, other] = [await openTab(), await openTab()];

  one.keep("of one");
  other.keep("first of other");
  other.keep("second of other");
  expect((await openTab()).links()).toEqual(expect.arrayContaining(["of one", "first of other", "second of other"]));
  one.send();

  expect((await openTab()).links()).toEqual(["first of other", "second of other"]);
});
