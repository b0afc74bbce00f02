/** Resolves after what is being drawn now has been painted; where nothing is painted, as in a tab in the background, soon. */
const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => window.setTimeout(resolve));
    window.setTimeout(resolve, 200);
  });

/** Milliseconds for which what a page does without waits for the first view. */
const VIEW_MS = 1000;

let resolveShown: () => void;
const shown = new Promise<void>((resolve) => {
  resolveShown = resolve;
});
let painted: Promise<void> | undefined;

/** Says that the page is about to show what its address stands for. */
export const firstViewShown = (): void => resolveShown();

/** Resolves once what the page's address stands for is painted, or is late. */
export const firstView = (): Promise<void> =>
  (painted ??= Promise.race([
    shown,
    afterPaint().then(() => new Promise<void>((resolve) => window.setTimeout(resolve, VIEW_MS))),
  ]).then(afterPaint));
