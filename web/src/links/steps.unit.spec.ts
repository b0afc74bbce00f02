import { describe, expect, it } from "vitest";
import { stretchAround } from "./ItemsInWindow.ts";

const COUNT = 1000;
const around = (first: number, last: number, before?: { first: number; last: number }) =>
  stretchAround({ first, last }, COUNT, "list", before);

describe("which items around the visible ones are on the page", () => {
  it("given none are, then as many on both sides, and none that are not there", () => {
    expect(around(100, 107)).toEqual({ first: 90, last: 117 });
    expect(around(0, 7)).toEqual({ first: 0, last: 17 });
    expect(around(992, 999)).toEqual({ first: 982, last: 999 });
  });

  it("given enough are, then the same, to the object", () => {
    const before = { first: 90, last: 117 };
    expect(around(106, 113, before)).toBe(before);
    expect(around(94, 101, before)).toBe(before);
    const end = { first: 982, last: 999 };
    expect(around(992, 999, end)).toBe(end);
  });

  it("given few are left where it is scrolled to, then several more there, and fewer where it comes from", () => {
    expect(around(107, 114, { first: 90, last: 117 })).toEqual({ first: 101, last: 124 });
    expect(around(93, 100, { first: 90, last: 117 })).toEqual({ first: 83, last: 106 });
  });

  it("given it jumped, then the visible ones and few beyond, and those around them as it goes on", () => {
    const jumped = around(500, 507, { first: 90, last: 117 });
    expect(jumped).toEqual({ first: 500, last: 511 });
    expect(around(500, 507, jumped)).toEqual({ first: 490, last: 513 });
    expect(around(504, 511, jumped)).toEqual({ first: 498, last: 521 });
    expect(around(20, 27, { first: 90, last: 117 })).toEqual({ first: 16, last: 27 });
    expect(around(0, 7, { first: 90, last: 117 })).toEqual({ first: 0, last: 7 });
  });

  it("given the list became shorter, then none beyond its end", () => {
    expect(stretchAround({ first: 90, last: 97 }, 100, "list", { first: 80, last: 110 })).toEqual({
      first: 84,
      last: 99,
    });
  });
});
