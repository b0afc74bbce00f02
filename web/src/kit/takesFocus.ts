/** The `ref` of the field that has the focus when its dialog opens: the browser asks for the attribute, which React does not write. */
export const takesFocus = (field: HTMLElement | null): void => field?.setAttribute("autofocus", "");
