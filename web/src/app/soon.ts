import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import { persistently } from "./persistently.ts";

/** Resolves after what is being drawn now has been painted; where nothing is painted, as in a tab in the background, soon. */
const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => void window.setTimeout(resolve);
    requestAnimationFrame(done);
    window.setTimeout(resolve, 200);
  });

/** Milliseconds for which what a page does without waits for what somebody came for. */
const SIGHT_MS = 1000;

let tell: () => void;
const told = new Promise<void>((resolve) => {
  tell = resolve;
});
let seen: Promise<void> | undefined;

/** Says that the page is about to show what somebody came for. */
export const sightIsThere = (): void => tell();

/** Resolves once what somebody came for is painted, or is late. */
export const firstSight = (): Promise<void> =>
  (seen ??= Promise.race([
    told,
    afterPaint().then(() => new Promise<void>((resolve) => window.setTimeout(resolve, SIGHT_MS))),
  ]).then(afterPaint));

/**
 * A component that the first sight of a page does without: it is loaded as soon as that is drawn, and later on at once.
 * Whatever the person does before must wait for it, and not be lost: `features/shortcuts/early.ts`. Where it can't be
 * loaded, the rest of the page goes on without until it can.
 */
export const soon = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    await firstSight();
    return { default: await persistently(load) };
  });
