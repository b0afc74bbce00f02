import { useRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { aLink } from "./aLink.ts";
import { ItemsInWindow } from "./ItemsInWindow.ts";
import type { Display } from "./list.slice.ts";
import { itemsOf, type WindowOfItems } from "./windowOfItems.ts";

const MANY = 300;
const links = Array.from({ length: MANY }, (_, n) => aLink(`link ${n}`, MANY - n));
const items = itemsOf(links, 1, undefined);

afterEach(() => void window.dispatchEvent(new Event("afterprint")));

/** The last window of a long list, shown so. */
async function windowOf(display: Display): Promise<() => WindowOfItems | undefined> {
  const onWindow = vi.fn<(next: WindowOfItems) => void>();
  function List() {
    const frame = useRef<HTMLDivElement>(null);
    const kept = useRef(-1);
    return (
      <div ref={frame}>
        <ItemsInWindow items={items} display={display} columns={3} frame={frame} kept={kept} onWindow={onWindow} />
      </div>
    );
  }
  await render(<List />);
  return () => onWindow.mock.lastCall?.[0];
}

test.each([
  ["list", "list"],
  ["compact", "list"],
  ["cards", "cards"],
  ["masonry", "masonry"],
] as const)("given a long list as %s, when it is printed, then all of it is there, as %s", async (shown, printed) => {
  const last = await windowOf(shown);
  await expect.poll(() => last()?.shown.length).toBeLessThan(MANY);

  window.dispatchEvent(new Event("beforeprint"));
  // At once: the browser does not wait.
  expect(last()).toMatchObject({ count: MANY, below: 0, display: printed });
  expect(last()?.shown).toEqual(items.map((_, index) => index));
  expect(last()?.gaps.every((gap) => gap === 0)).toBe(true);

  window.dispatchEvent(new Event("afterprint"));
  expect(last()?.shown.length).toBeLessThan(MANY);
  expect(last()?.display).toBeUndefined();
});
