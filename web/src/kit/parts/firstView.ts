/** Resolves after the next paint, or soon in a background tab, where nothing is painted. */
const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => window.setTimeout(resolve));
    window.setTimeout(resolve, 200);
  });

/** Milliseconds for which optional parts wait for the first view. */
const VIEW_MS = 1000;

let resolveShown: () => void;
const shown = new Promise<void>((resolve) => {
  resolveShown = resolve;
});
let painted: Promise<void> | undefined;

/** Called when the page is about to show the content of its address. */
export const firstViewShown = (): void => resolveShown();

/** Resolves after the first paint of the content of the address, or when that is late. */
export const firstView = (): Promise<void> =>
  (painted ??= Promise.race([
    shown,
    afterPaint().then(() => new Promise<void>((resolve) => window.setTimeout(resolve, VIEW_MS))),
  ]).then(afterPaint));
