import { expect, type Locator, type Page } from "@playwright/test";

/** A point on a target, as shares of its width and height. */
interface Point {
  readonly x?: number;
  readonly y?: number;
}

/** Movements of a resting mouse: an even number, so that it ends where it began. */
const NUDGES = 8;

async function pointOn(target: Locator, { x = 0.5, y = 0.5 }: Point = {}): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (box === null) throw new Error("There is nothing to drag, or nothing to drop on");
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

/** Whether a drag begins on the page within a second. */
const begins = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        addEventListener("dragstart", () => resolve(true), { once: true, capture: true });
        setTimeout(() => resolve(false), 1000);
      }),
  );

/** Begins to drag something; again, when it moved away under the mouse, as in a list that is still loading. */
async function grab(page: Page, from: Locator): Promise<void> {
  await expect(async () => {
    const start = await pointOn(from, { x: 0.3 });
    await page.mouse.move(start.x, start.y);
    const begun = begins(page);
    await page.mouse.down();
    await page.mouse.move(start.x + 12, start.y + 6, { steps: 3 });
    if (await begun) return;
    await page.mouse.up();
    throw new Error("Nothing was dragged");
  }).toPass();
}

/** Drags with the mouse, and holds the button over the target. */
export async function dragOver(page: Page, from: Locator, to: Locator, spot?: Point): Promise<void> {
  // The code for dragging is loaded at the first movement of the mouse.
  await from.hover();
  await expect(from).toHaveAttribute("draggable", "true");
  await grab(page, from);
  const end = await pointOn(to, spot);
  await page.mouse.move(end.x, end.y, { steps: 6 });
  // A real mouse sends events also when it rests; this one only when it moves.
  for (let nudge = 1; nudge <= NUDGES; nudge++) {
    await page.waitForTimeout(50);
    await page.mouse.move(end.x + (nudge % 2), end.y);
  }
}

/** Drags with the mouse and drops. */
export async function drag(page: Page, from: Locator, to: Locator, spot?: Point): Promise<void> {
  await dragOver(page, from, to, spot);
  await page.mouse.up();
}

/** A finger on the screen. */
export async function finger(page: Page, from: Locator) {
  const session = await page.context().newCDPSession(page);
  let at = await pointOn(from, { x: 0.4 });
  const send = (type: "touchStart" | "touchMove" | "touchEnd" | "touchCancel") =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchStart" || type === "touchMove" ? [at] : [],
    });
  /** Frames of one movement. */
  const STEPS = 8;

  return {
    /** Touches, and rests longer than dragging needs (150 ms). */
    rest: async (): Promise<void> => {
      await send("touchStart");
      await page.waitForTimeout(250);
    },
    touch: () => send("touchStart"),
    moveTo: async (to: { readonly x: number; readonly y: number }): Promise<void> => {
      const start = at;
      for (let step = 1; step <= STEPS; step++) {
        at = {
          x: start.x + ((to.x - start.x) * step) / STEPS,
          y: start.y + ((to.y - start.y) * step) / STEPS,
        };
        await send("touchMove");
        await page.waitForTimeout(16);
      }
    },
    moveOver: async function (to: Locator): Promise<void> {
      await this.moveTo(await pointOn(to));
    },
    lift: () => send("touchEnd"),
    cancel: () => send("touchCancel"),
  };
}
