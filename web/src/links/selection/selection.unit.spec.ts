import type { LinkId } from "@satchel/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aLink } from "../aLink.ts";
import { afterAction } from "./bulk.api.ts";
import {
  choosingStarted,
  linksSelected,
  linkToggled,
  narrowedTo,
  rangeBetween,
  selection,
  selectionCleared,
  wholeSelected,
} from "./selection.slice.ts";

const { reducer } = selection;
const ids = ["a", "b", "c", "d", "e"] as LinkId[];
const [a, b, c, d] = ids as [LinkId, LinkId, LinkId, LinkId];
const chosen = (state: ReturnType<typeof reducer>) => Object.keys(state.ids);

describe("a selection", () => {
  it("gains and loses links, and remembers the last one", () => {
    const one = reducer(undefined, linkToggled(a));
    const two = reducer(one, linkToggled(b));
    expect(chosen(two)).toEqual(["a", "b"]);
    expect(two.last).toBe(b);
    expect(chosen(reducer(two, linkToggled(a)))).toEqual(["b"]);
  });

  it("adds a range to what is selected", () => {
    const state = reducer(reducer(undefined, linkToggled(a)), linksSelected([c, d]));
    expect(chosen(state)).toEqual(["a", "c", "d"]);
    expect(state.last).toBe(d);
  });

  it("of a whole list is that and no single links; taken apart it is these", () => {
    const whole = reducer(reducer(undefined, linkToggled(a)), wholeSelected({ favorites_only: true }));
    expect(whole).toMatchObject({ ids: {}, whole: { favorites_only: true } });
    const narrowed = reducer(whole, narrowedTo([b, c]));
    expect(narrowed.whole).toBeNull();
    expect(chosen(narrowed)).toEqual(["b", "c"]);
  });

  it("that was called for stays called for until it is cleared", () => {
    const choosing = reducer(undefined, choosingStarted());
    const none = reducer(reducer(choosing, linkToggled(a)), linkToggled(a));
    expect(none.choosing).toBe(true);
    expect(reducer(none, selectionCleared()).choosing).toBe(false);
  });
});

describe("a range", () => {
  it("goes from one link to another as they stand, up or down, and ends with the other", () => {
    expect(rangeBetween(ids, b, d)).toEqual(["b", "c", "d"]);
    expect(rangeBetween(ids, d, b)).toEqual(["d", "c", "b"]);
    fc.assert(
      fc.property(fc.nat(4), fc.nat(4), (from, to) => {
        const range = rangeBetween(ids, ids[from] ?? null, ids[to] as LinkId);
        expect(range).toHaveLength(Math.abs(from - to) + 1);
        expect(range.at(-1)).toBe(ids[to]);
      }),
    );
  });

  it("without a beginning, or from one that is gone, is the link alone", () => {
    expect(rangeBetween(ids, null, c)).toEqual(["c"]);
    expect(rangeBetween(ids, "gone" as LinkId, c)).toEqual(["c"]);
  });
});

describe("a link after an action on many", () => {
  const link = aLink("x", 0, { tags: ["Bread", "maps"], folder_id: 7 });

  it.each([
    [{ action: "move", folder_id: 0 }, { folder_id: null }],
    [{ action: "move", folder_id: 3 }, { folder_id: 3 }],
    [{ action: "favorite", is_favorite: true }, { is_favorite: true }],
    [{ action: "tag", tags: ["bread", "rye"] }, { tags: ["Bread", "maps", "rye"] }],
    [{ action: "untag", tags: ["BREAD"] }, { tags: ["maps"] }],
  ] as const)("%j", (action, expected) => {
    expect(afterAction(link, action)).toEqual({ ...link, ...expected });
  });

  it("of deleting is gone", () => {
    expect(afterAction(link, { action: "delete" })).toBeNull();
  });
});
