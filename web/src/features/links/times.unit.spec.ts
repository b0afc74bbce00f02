import { describe, expect, it } from "vitest";
import { dayHeading, savedWhen } from "./times.ts";

// A Friday, 15:00 where the person is.
const now = new Date(2026, 10, 20, 15, 0);
const at = (month: number, day: number, hour = 12, minute = 0, year = 2026) =>
  new Date(year, month - 1, day, hour, minute);

describe("the heading a link stands under", () => {
  it.each([
    [at(11, 20, 0, 1), "Today"],
    [at(11, 19, 23, 59), "Yesterday"],
    [at(11, 16, 0, 0), "This week"],
    [at(11, 15, 23, 59), "Last week"],
    [at(11, 9, 0, 0), "Last week"],
    [at(11, 8), "November"],
    [at(1, 3), "January"],
    [at(12, 31, 12, 0, 2025), "December 2025"],
  ])("saved %s is %s", (then, heading) => {
    expect(dayHeading(then, now)).toBe(heading);
  });

  it("is today for a clock that runs ahead", () => {
    expect(dayHeading(at(11, 21, 0, 5), at(11, 20, 23, 59))).toBe("Today");
  });
});

describe("when a link was saved", () => {
  it.each([
    [new Date(2026, 10, 20, 14, 59, 30), "just now"],
    [at(11, 20, 14, 55), "5 min"],
    [at(11, 20, 12, 30), "2 h"],
    [at(11, 19, 21, 40), "21:40"],
    [at(11, 14), "14 Nov"],
    [at(3, 2, 12, 0, 2024), "March 2024"],
  ])("%s is said as %s", (then, said) => {
    expect(savedWhen(then, now)).toBe(said);
  });
});
