import { describe, expect, it } from "vitest";
import { aLink } from "./aLink.ts";
import { Heights } from "./heights.ts";
import type { Item } from "./layout.ts";
import { shownOf } from "./useWindowOfItems.ts";

const day = (key: string): Item => ({ kind: "day", key, heading: key });
const row = (key: string): Item => ({ kind: "links", key, links: [aLink(key)], from: 0 });
const guess = { day: 40, links: 100 };
const items = [day("today"), row("a"), row("b"), day("before"), row("c")];

describe("the heights of a list", () => {
  it("given nothing measured, when they are asked for, then each is what is guessed of its kind", () => {
    const heights = new Heights(items, guess, new Map());
    expect([0, 1, 2, 3, 4, 5].map(heights.startOf)).toEqual([0, 40, 140, 240, 280, 380]);
    expect([-10, 0, 39, 40, 279, 280, 9999].map((y) => heights.indexAt(y))).toEqual([0, 0, 0, 1, 3, 4, 4]);
    expect(new Heights([], guess, new Map()).indexAt(10)).toBe(-1);
  });

  it("given a place in the list, when heights above and below it are measured, then it moves by those above alone", () => {
    const known = new Map<string, number>();
    const heights = new Heights(items, guess, known);
    const measured = new Map([
      [1, 130],
      [2, 100],
      [4, 90],
    ]);
    expect(heights.measured(measured, 240)).toEqual({ moved: 30, isOther: true });
    expect([0, 1, 2, 3, 4, 5].map(heights.startOf)).toEqual([0, 40, 170, 270, 310, 400]);
    expect(heights.measured(measured, 240)).toEqual({ moved: 0, isOther: false });
    expect(new Heights([row("a"), row("x")], guess, known).startOf(2)).toBe(230);
  });

  it("given what is read, when others come in above it or it goes, then it is known how far what stays has moved", () => {
    const before = new Heights(items, guess, new Map());
    const after = new Heights([day("today"), row("new"), ...items.slice(1)], guess, new Map());
    expect(before.movedIn(after, 130)).toBe(100);
    expect(after.movedIn(before, 230)).toBe(-100);
    expect(before.movedIn(new Heights([row("c")], guess, new Map()), 130)).toBe(-280);
    expect(before.movedIn(new Heights([row("other")], guess, new Map()), 130)).toBe(0);
  });
});

describe("what is on the page", () => {
  it("given few items, when some are in sight, then all are there", () => {
    expect(shownOf(200, { first: 90, last: 100 }, -1)).toHaveLength(200);
  });

  it("given many, when some are in sight, then these are there, some around them, and the one with the focus", () => {
    const near = Array.from({ length: 27 }, (_, nth) => 492 + nth);
    expect(shownOf(1000, { first: 500, last: 510 }, -1)).toEqual(near);
    expect(shownOf(1000, { first: 500, last: 510 }, 505)).toEqual(near);
    expect(shownOf(1000, { first: 500, last: 510 }, 3)).toEqual([3, ...near]);
    expect(shownOf(1000, { first: 500, last: 510 }, 900)).toEqual([...near, 900]);
  });

  it("given fewer than were in sight, when the list has become short, then the last are there", () => {
    expect(shownOf(300, { first: 500, last: 510 }, -1)).toEqual([291, 292, 293, 294, 295, 296, 297, 298, 299]);
  });
});
