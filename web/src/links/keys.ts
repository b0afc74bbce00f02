const ROW = "[data-link]";

/** Moves the focus from a row that is about to go to the next one, else the one before, else the page. */
export function focusNeighbour(inside: Element): void {
  const rows = [...document.querySelectorAll(ROW)];
  const index = rows.findIndex((row) => row.contains(inside));
  const neighbour = rows[index + 1] ?? rows[index - 1];
  const target = neighbour?.querySelector<HTMLElement>("a") ?? document.getElementById("main");
  target?.focus({ preventScroll: true });
}

/** What a key does in a list of links; its words are `keys.<id>` of the texts "links". */
export interface LinkKey {
  readonly id:
    | "next"
    | "previous"
    | "open"
    | "details"
    | "edit"
    | "favorite"
    | "move"
    | "select"
    | "delete"
    | "undo"
    | "list"
    | "cards"
    | "compact";
  /** Values of `KeyboardEvent.key`, lower case; each does it. */
  readonly keys: readonly string[];
  /** Where it stands on the sheet of keys: with a link, or how links are shown. */
  readonly group: "link" | "view";
}

/** All keys of the list. Arrows work while the focus is in it, the others wherever nothing is typed. */
export const linkKeys: readonly LinkKey[] = [
  { id: "next", keys: ["j", "arrowdown"], group: "link" },
  { id: "previous", keys: ["k", "arrowup"], group: "link" },
  { id: "open", keys: ["enter"], group: "link" },
  { id: "details", keys: ["o", "i"], group: "link" },
  { id: "edit", keys: ["e"], group: "link" },
  { id: "favorite", keys: ["f"], group: "link" },
  { id: "move", keys: ["m"], group: "link" },
  { id: "select", keys: ["x"], group: "link" },
  { id: "delete", keys: ["#", "delete"], group: "link" },
  { id: "undo", keys: ["z"], group: "link" },
  { id: "list", keys: ["1"], group: "view" },
  { id: "cards", keys: ["2"], group: "view" },
  { id: "compact", keys: ["3"], group: "view" },
];

const byKey = new Map(linkKeys.flatMap(({ id, keys }) => keys.map((key) => [key, id] as const)));

/** What a key does; undefined: nothing. */
export const linkKeyOf = (key: string): LinkKey["id"] | undefined => byKey.get(key.toLowerCase());
