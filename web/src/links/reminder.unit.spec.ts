import { expect, test } from "vitest";
import { localText, offeredTimes, timeIn } from "./reminder.ts";

const offered = (now: Date): string[] => offeredTimes(now).map(({ id, at }) => `${id} ${localText(at)}`);

test("given a Wednesday morning, then this evening, tomorrow, Saturday, Monday and next month are offered", () => {
  expect(offered(new Date(2026, 10, 25, 8))).toEqual([
    "evening 2026-11-25T18:00",
    "tomorrow 2026-11-26T09:00",
    "weekend 2026-11-28T09:00",
    "nextWeek 2026-11-30T09:00",
    "nextMonth 2026-12-25T09:00",
  ]);
});

test("given an evening, then it is not offered; given a Friday or a Sunday, then no time is offered twice", () => {
  expect(offered(new Date(2026, 10, 27, 20)).map((line) => line.split(" ")[0])).toEqual([
    "tomorrow",
    "nextWeek",
    "nextMonth",
  ]);
  expect(offered(new Date(2026, 10, 29, 20)).map((line) => line.split(" ")[0])).toEqual([
    "tomorrow",
    "weekend",
    "nextMonth",
  ]);
});

test("given a weekend day itself, then the next one is offered", () => {
  expect(offered(new Date(2026, 10, 28, 20))).toContain("weekend 2026-12-05T09:00");
});

test("given the 31st, then next month's last day is offered", () => {
  expect(offered(new Date(2026, 0, 31, 8)).at(-1)).toBe("nextMonth 2026-02-28T09:00");
});

test("the field's value leads back to the time", () => {
  const at = new Date(2026, 2, 29, 3, 30);
  expect(timeIn(localText(at))).toEqual(at);
  expect(timeIn("")).toBeUndefined();
});
