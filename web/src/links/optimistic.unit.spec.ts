import { expect, test } from "vitest";
import { api } from "../session/api.ts";
import { storeOver } from "../session/testStore.ts";
import { aLink } from "./aLink.ts";
import { listsApi } from "./lists.api.ts";
import { showChange } from "./optimistic.ts";

test("given a count that was on its way when a link was taken out, when that is taken back, then the count is right", async () => {
  let kept = 0;
  let answer = (): void => undefined;
  let isHolding = false;
  const store = storeOver(async () => {
    if (isHolding) {
      isHolding = false;
      await new Promise<void>((resolve) => (answer = resolve));
    }
    return Response.json({ all: kept, favorites: 0, unvisited: 0, folders: {} });
  });
  const filters = {};
  await (store.dispatch(listsApi.endpoints.linkCount.initiate(filters) as never) as unknown as Promise<unknown>);
  const shown = () => listsApi.endpoints.linkCount.select(filters)(store.getState() as never).data?.count;
  expect(shown()).toBe(0);

  // A link has come; before its count is there, it is deleted, and the server refuses.
  kept = 1;
  isHolding = true;
  store.dispatch(api.util.invalidateTags(["Counts"]));
  await expect.poll(() => isHolding).toBe(false);
  const takeBack = store.dispatch(showChange(aLink("link0", 1000), null) as never) as unknown as () => void;
  answer();
  await expect.poll(() => shown()).toBe(1);
  takeBack();

  await expect.poll(() => shown()).toBe(1);
});
