import { configureStore } from "@reduxjs/toolkit";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { collapseToggled, selectCollapsed, sidebar, storeCollapsed } from "../../kit/sidebar.slice.ts";

/** Opens the archive in a window so wide, and presses the button that many times. Gives whether it is collapsed then. */
async function visit(width: number, presses = 0): Promise<boolean> {
  await page.viewport(width, 800);
  const store = configureStore({ reducer: { sidebar: sidebar.reducer } });
  const isCollapsed = (): boolean => selectCollapsed(store.getState());
  storeCollapsed(isCollapsed());
  for (let n = 0; n < presses; n++) {
    store.dispatch(collapseToggled());
    storeCollapsed(isCollapsed());
  }
  return isCollapsed();
}

beforeEach(() => localStorage.removeItem("satchel.sidebar"));

test("given a small window, in which the sidebar begins collapsed, then in a wide one it is not", async () => {
  expect(await visit(800)).toBe(true);
  expect(await visit(1440)).toBe(false);
});

test("given a sidebar that was collapsed or opened, then it stays so in any window", async () => {
  await visit(1440, 1);
  expect(await visit(1440)).toBe(true);
  await visit(1440, 1);
  expect(await visit(800)).toBe(false);
});
