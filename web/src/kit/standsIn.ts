/** Whether the document shows something in the place of the page (`public/first.js`, `TakeOver.tsx`). */
export const standsIn = (): boolean =>
  document.getElementById("first") !== null && !document.documentElement.classList.contains("hides-first");
