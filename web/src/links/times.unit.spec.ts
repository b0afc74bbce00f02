import i18next from "i18next";
import { beforeAll, describe, expect, it, vi } from "vitest";
import de from "./texts.de.ts";
import en from "./texts.en.ts";
import { headingsByAge, publishedDay, type Times, timesIn } from "./times.ts";

let times: Times;
let german: Times;
beforeAll(async () => {
  // From Node 21 on there is one here, too, with a region of its own.
  vi.stubGlobal("navigator", undefined);
  await i18next.init({ lng: "en", resources: { en: { links: en }, de: { links: de } } });
  times = timesIn("en", i18next.getFixedT("en", "links"));
  german = timesIn("de", i18next.getFixedT("de", "links"));
});

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
    expect(times.heading(then, now)).toBe(heading);
  });

  it("is today for a clock that runs ahead", () => {
    expect(times.heading(at(11, 21, 0, 5), at(11, 20, 23, 59))).toBe("Today");
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
    expect(times.short(then, now)).toBe(said);
  });
});

describe("when something happened, exactly", () => {
  it.each([
    [at(11, 20, 8, 12), "today, 08:12", "heute, 08:12"],
    [at(11, 19, 21, 40), "yesterday, 21:40", "gestern, 21:40"],
    [at(11, 14, 7, 5), "14 November 2026, 07:05", "14. November 2026, 07:05"],
    [at(11, 21, 7, 5), "tomorrow, 07:05", "morgen, 07:05"],
    [at(11, 22, 7, 5), "22 November 2026, 07:05", "22. November 2026, 07:05"],
  ])("%s is %s", (then, said, gesagt) => {
    expect(times.exact(then, now)).toBe(said);
    expect(german.exact(then, now)).toBe(gesagt);
  });

  it("has hours as the reader's country writes them", () => {
    vi.stubGlobal("navigator", { languages: ["en-US"] });
    const american = timesIn("en", i18next.getFixedT("en", "links"));
    expect(american.exact(at(11, 20, 8, 12), now)).toMatch(/^today, 8:12\sAM$/);
    vi.unstubAllGlobals();
  });
});

it("a list by age stands under its days, whichever way it goes", () => {
  const days = [
    at(11, 1, 9, 0),
    at(11, 12, 9, 0),
    at(11, 19, 0, 0),
    at(11, 19, 23, 59),
    at(11, 20, 0, 0),
    at(11, 20, 14, 0),
  ];
  const headings = ["November", "Last week", "Yesterday", "Yesterday", "Today", "Today"];
  const under = (those: readonly Date[]): string[] => {
    const headingOf = headingsByAge(times, now);
    return those.map((day) => headingOf({ saved_at: day.toISOString() }));
  };
  expect(under(days)).toEqual(headings);
  expect(under(days.toReversed())).toEqual(headings.toReversed());
});

it.each([
  ["2024-05-01", "1. Mai 2024"],
  ["2024-05-01T23:30:00Z", "1. Mai 2024"],
  ["spring", "spring"],
])("a page published %s says %s", (published, said) => {
  expect(publishedDay(published, "de")).toBe(said);
});
