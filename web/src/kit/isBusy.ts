const TEXT =
  "input:not([type='checkbox'], [type='radio'], [type='button']), textarea, select, [contenteditable='true']";

/** Whether keys and pastes belong to something else: a field that is typed in, or a dialog over the page. */
export const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(TEXT) !== null) || document.querySelector("dialog[open]") !== null;
