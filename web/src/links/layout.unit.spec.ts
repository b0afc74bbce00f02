import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aLink, ids } from "./aLink.ts";
import { columnsIn, itemOf, itemsOf } from "./windowOfItems.ts";

const links = ["e", "d", "c", "b", "a"].map((name, index) => aLink(name, 5 - index));
const [first] = links;

describe("how links are laid out", () => {
  it("in rows, under the days they were saved on, each day once", () => {
    const days = new Map([
      ["e", "Today"],
      ["d", "Today"],
      ["c", "Yesterday"],
      ["b", "Yesterday"],
      ["a", "Last week"],
    ]);
    const items = itemsOf(links, 1, (link) => days.get(link.id) ?? "");
    expect(items.map((item) => (item.kind === "day" ? item.heading : ids(item.links).join()))).toEqual([
      "Today",
      "e",
      "d",
      "Yesterday",
      "c",
      "b",
      "Last week",
      "a",
    ]);
    expect(first && itemOf(items, first.id)).toBe(1);
    expect(itemOf(items, aLink("gone").id)).toBe(-1);
  });

  it("as cards, so many side by side, and none is lost or shown twice", () => {
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 1, max: 7 }), (count, columns) => {
        const many = Array.from({ length: count }, (_, index) => aLink(`link ${index}`));
        const items = itemsOf(many, columns, undefined);
        const shown = items.flatMap((item) => (item.kind === "links" ? item.links : []));
        expect(shown).toEqual(many);
        for (const item of items) {
          if (item.kind === "links") expect(many[item.from]).toBe(item.links[0]);
        }
      }),
    );
  });

  it.each([
    [0, 1],
    [263, 1],
    [551, 1],
    [552, 2],
    [976, 3],
    [2000, 7],
  ])("%s px have room for %s cards", (width, columns) => {
    expect(columnsIn(width)).toBe(columns);
  });
});
