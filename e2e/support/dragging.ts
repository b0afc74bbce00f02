import { expect, type Locator, type Page } from "@playwright/test";

/** Where on the target something is dropped, as shares of its width and height. */
interface Spot {
  readonly x?: number;
  readonly y?: number;
}

/** Times that a mouse that rests says so: an even number, so that it ends where it rests. */
const NUDGES = 8;

async function pointOn(target: Locator, { x = 0.5, y = 0.5 }: Spot = {}): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (box === null) throw new Error("There is nothing to drag, or nothing to drop on");
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

/** Whether the page takes the next press and move as a drag, within a second. */
const begins = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        addEventListener("dragstart", () => resolve(true), { once: true, capture: true });
        setTimeout(() => resolve(false), 1000);
      }),
  );

/** Takes hold of something; where it moved away under the mouse, as in a list that is still filling in, once more. */
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

/** Drags with the mouse, and stays over the target with the button held. */
export async function dragOver(page: Page, from: Locator, to: Locator, spot?: Spot): Promise<void> {
  // What drags is loaded as the mouse first moves.
  await from.hover();
  await expect(from).toHaveAttribute("draggable", "true");
  await grab(page, from);
  const end = await pointOn(to, spot);
  await page.mouse.move(end.x, end.y, { steps: 6 });
  // A mouse at rest goes on telling where it is; this one tells it only when it moves.
  for (let nudge = 1; nudge <= NUDGES; nudge++) {
    await page.waitForTimeout(50);
    await page.mouse.move(end.x + (nudge % 2), end.y);
  }
}

/** Drags with the mouse and drops. */
export async function drag(page: Page, from: Locator, to: Locator, spot?: Spot): Promise<void> {
  await dragOver(page, from, to, spot);
  await page.mouse.up();
}

/** A finger that rests on something until it can be dragged. */
export async function finger(page: Page, from: Locator) {
  const session = await page.context().newCDPSession(page);
  let at = await pointOn(from, { x: 0.4 });
  const send = (type: "touchStart" | "touchMove" | "touchEnd" | "touchCancel") =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchStart" || type === "touchMove" ? [at] : [],
    });
  /** Frames between two places of a finger that moves. */
  const STEPS = 8;

  return {
    /** Touches, and rests as long as dragging asks for (150 ms), and some more. */
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
