/** The modal elements that are open, the one on top first. */
let modals: readonly (Element | null)[] = [];

/**
 * Puts the toasts into the modal element on top, or else back to their place on the page (`Toasts`): what is outside of a
 * modal element can't be pressed, and is not read out.
 */
export function placeToasts(): void {
  const toasts = document.querySelector<HTMLElement>(".toasts");
  if (toasts === null) return;
  (modals[0] ?? document.getElementById("toasts"))?.append(toasts);
  // Moved, it is hidden. Shown, it is over all that is open.
  toasts.showPopover();
}

/** Keeps the toasts in a modal element that was opened. @returns the function that is called before it is removed */
export function takeToasts(modal: Element | null): () => void {
  modals = [modal, ...modals];
  placeToasts();
  return () => {
    modals = modals.filter((each) => each !== modal);
    placeToasts();
  };
}
