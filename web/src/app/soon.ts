import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import { persistently } from "./persistently.ts";

/** Resolves after what is being drawn now has been painted; where nothing is painted, as in a tab in the background, soon. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => void window.setTimeout(resolve);
    requestAnimationFrame(done);
    window.setTimeout(resolve, 200);
  });

let painted: Promise<void> | undefined;

/**
 * A component that the first sight of a page does without: it is loaded as soon as that is painted, and later on at once.
 * Whatever the person does before must wait for it, and not be lost: `features/shortcuts/early.ts`. Where it can't be
 * loaded, the rest of the page goes on without until it can.
 */
export const soon = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    await (painted ??= afterPaint());
    return { default: await persistently(load) };
  });
