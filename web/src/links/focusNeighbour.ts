const ROW = "[data-link]";

/** Moves the focus from a row that is about to go to the next one, else the one before, else the page. */
export function focusNeighbour(inside: Element): void {
  const rows = [...document.querySelectorAll(ROW)];
  const index = rows.findIndex((row) => row.contains(inside));
  const neighbour = rows[index + 1] ?? rows[index - 1];
  const target = neighbour?.querySelector<HTMLElement>("a") ?? document.getElementById("main");
  target?.focus({ preventScroll: true });
}
