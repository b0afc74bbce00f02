import { describe, expect, it } from "vitest";
import { aLink } from "../../links/aLink.ts";
import { cut } from "./geometry.ts";
import { isAtEdge, placementAt, scrollStep } from "./geometry.ts";
import { isLinkIn } from "../../links/useLinkDrag.ts";

describe("the drag image", () => {
  it.each([
    ["Braised fennel with orange", "Braised fennel with orang…"],
    ["Braised fennel with orang", "Braised fennel with orang"],
    ["Twenty-four characters a and more", "Twenty-four characters a…"],
    ["👩‍👩‍👧‍👦".repeat(26), `${"👩‍👩‍👧‍👦".repeat(25)}…`],
    ["", ""],
  ])("shows the first 25 characters of %j", (text, shown) => {
    expect(cut(text, 25)).toBe(shown);
  });
});

describe("a drag over a row of 40 px", () => {
  const row = { top: 100, height: 40 };

  it.each([
    [100, "before"],
    [111, "before"],
    [113, "into"],
    [127, "into"],
    [129, "after"],
    [140, "after"],
  ])("means at %i: %s", (y, placement) => {
    expect(placementAt(y, row)).toBe(placement);
  });

  it("means into where the row has no height", () => {
    expect(placementAt(100, { top: 100, height: 0 })).toBe("into");
  });
});

describe("a drag over the sidebar", () => {
  const sidebar = { top: 64, height: 600 };

  it("scrolls near the edges, the faster the nearer, and not in the middle", () => {
    expect(scrollStep(300, sidebar)).toBe(0);
    expect(scrollStep(64, sidebar)).toBeLessThan(scrollStep(110, sidebar));
    expect(scrollStep(110, sidebar)).toBeLessThan(0);
    expect(scrollStep(664, sidebar)).toBeGreaterThan(scrollStep(620, sidebar));
    expect(scrollStep(620, sidebar)).toBeGreaterThan(0);
  });

  it("never scrolls faster beyond the edges, nor both ways where it is low", () => {
    expect(scrollStep(-500, sidebar)).toBe(scrollStep(64, sidebar));
    expect(scrollStep(30, { top: 0, height: 60 })).toBe(0);
  });

  it("opens the drawer at the edge only", () => {
    expect([0, 36, 37, 200].map(isAtEdge)).toEqual([true, true, false, false]);
  });
});

describe("a link that is dragged", () => {
  it("is not taken by the place where it is already", () => {
    const inKitchen = aLink("a", 0, { folder_id: 7 });
    expect(isLinkIn(inKitchen, { kind: "folder", id: 7, name: "Kitchen" })).toBe(true);
    expect(isLinkIn(inKitchen, { kind: "folder", id: 8, name: "Travel" })).toBe(false);
    expect(isLinkIn(inKitchen, { kind: "all" })).toBe(false);
    expect(isLinkIn(aLink("b"), { kind: "all" })).toBe(true);
    expect(isLinkIn(aLink("b"), { kind: "favorites" })).toBe(false);
    expect(isLinkIn(aLink("c", 0, { is_favorite: true }), { kind: "favorites" })).toBe(true);
  });
});
