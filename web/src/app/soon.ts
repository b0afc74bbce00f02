import { type ComponentType, lazy, type LazyExoticComponent } from "react";

/** Resolves after what is being drawn now has been painted; where nothing is painted, as in a tab in the background, soon. */
const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => void window.setTimeout(resolve);
    requestAnimationFrame(done);
    window.setTimeout(resolve, 200);
  });

/**
 * A component that the first sight of a page does without: it is loaded as soon as that is painted. Whatever the person
 * does before must wait for it, and not be lost: `features/shortcuts/early.ts`.
 */
export const soon = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    await afterPaint();
    return { default: await load() };
  });
