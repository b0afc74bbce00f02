import { describe, expect, it } from "vitest";
import { aLink } from "./aLink.ts";
import { drawnWindow, headingOver, isSameWindow, type Item, WHOLE_UP_TO, type WindowOfItems } from "./windowOfItems.ts";

const rows = (count: number): Item[] =>
  Array.from({ length: count }, (_, n) => ({ kind: "links", key: `${n}`, links: [aLink(`${n}`)], from: n }));
const told: WindowOfItems = { count: 300, shown: [100, 101], gaps: [5000, 0], below: 9000, show: () => {} };

describe("what of a list is drawn", () => {
  it("given a list that is not long, then all of it, whatever was told last", () => {
    const all = Array.from({ length: WHOLE_UP_TO }, (_, index) => index);
    expect(drawnWindow(rows(WHOLE_UP_TO), "list")).toMatchObject({ shown: all, below: 0 });
    expect(drawnWindow(rows(WHOLE_UP_TO), "list", told)).toMatchObject({ shown: all, below: 0, show: told.show });
  });

  it("given a long list that nothing was told of, then its beginning, with room for the rest", () => {
    const { shown, below } = drawnWindow(rows(WHOLE_UP_TO + 2), "compact");
    expect([shown.length, below]).toEqual([WHOLE_UP_TO, 88]);
  });

  it("given a long list, then what was told, with room for what came in since", () => {
    expect(drawnWindow(rows(300), "compact", told)).toEqual(told);
    expect(drawnWindow(rows(301), "compact", told)).toEqual({ ...told, below: 9044 });
    expect(drawnWindow(rows(299), "compact", told)).toEqual(told);
  });
});

describe("what of a wall of cards is drawn", () => {
  const spots = [
    { column: 1, top: 0 },
    { column: 0, top: 380 },
  ];

  it("given no places, as after rows were shown, then nothing yet", () => {
    expect(drawnWindow(rows(3), "masonry")).toMatchObject({ shown: [], below: 0 });
    expect(drawnWindow(rows(300), "masonry", told)).toMatchObject({ shown: [], below: 0 });
  });

  it("given places, then the cards that have them, even of a short list", () => {
    const placed: WindowOfItems = { ...told, shown: [0, 1], gaps: [], below: 0, spots, height: 700 };
    expect(drawnWindow(rows(3), "masonry", placed)).toEqual(placed);
    expect(isSameWindow(placed, { ...placed, spots: [...spots] })).toBe(true);
    expect(isSameWindow(placed, { ...placed, spots: spots.toReversed() })).toBe(false);
    expect(isSameWindow(placed, { ...placed, height: 701 })).toBe(false);
  });
});

it.each([
  [0, 0],
  [6, 0],
  [7, 7],
  [90, 7],
])("item %i stands under heading %i of two", (index, heading) => {
  expect(headingOver([0, 7], index)).toBe(heading);
  expect(headingOver([], index)).toBe(-1);
});
