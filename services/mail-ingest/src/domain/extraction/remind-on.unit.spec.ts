import type { RemindOn } from "@satchel/contracts";
import { expect, test } from "vitest";
import { readMail } from "../read-mail.ts";
import { remindOnIn } from "./remind-on.ts";

const NOW = new Date("2026-11-26T12:00:00Z");

test.each<[string, RemindOn | undefined]>([
  ["friday", { weekday: 5 }],
  ["Friday.", { weekday: 5 }],
  ["on Fri", { weekday: 5 }],
  ["next monday", { weekday: 1 }],
  ["am Freitag", { weekday: 5 }],
  ["nächsten Montag", { weekday: 1 }],
  ["do", { weekday: 4 }],
  ["weekend", { weekday: 6 }],
  ["tomorrow", { days: 1 }],
  ["morgen", { days: 1 }],
  ["next week", { weekday: 1 }],
  ["nächste Woche", { weekday: 1 }],
  ["naechste woche", { weekday: 1 }],
  ["next month", { months: 1 }],
  ["in 3 days", { days: 3 }],
  ["3 days", { days: 3 }],
  ["in a week", { days: 7 }],
  ["in 2 Wochen", { days: 14 }],
  ["in einem Monat", { months: 1 }],
  ["in 1 year", { months: 12 }],
  ["2026-12-24", { date: "2026-12-24" }],
  ["24.12.2026", { date: "2026-12-24" }],
  ["am 4. 1. 2027", { date: "2027-01-04" }],
  ["2027-02-28", { date: "2027-02-28" }],
  ["2027-02-30", undefined],
  ["2037-02-01", undefined],
  ["2020-01-01", undefined],
  ["in 0 days", undefined],
  ["in 9999 days", undefined],
  ["in 9999 years", undefined],
  ["some day", undefined],
  ["fridays", undefined],
  ["", undefined],
  [`in ${"9".repeat(5000)} days`, undefined],
])("%j is %j", (text, on) => {
  expect(remindOnIn(text, NOW)).toEqual(on);
});

test("note and reminder are the first lines of a mail, in either order, and are not searched for links", () => {
  const read = (...lines: string[]) => {
    const { note, remind, urls } = readMail(Buffer.from(["", ...lines, "https://page.example/a"].join("\r\n")));
    return { note, remind, urls };
  };
  const urls = ["https://page.example/a"];
  expect(read("remind: friday", "note: for the trip")).toEqual({ note: "for the trip", remind: "friday", urls });
  expect(read("Note: x", "", "Remind: in 3 days", "")).toEqual({ note: "x", remind: "in 3 days", urls });
  expect(read("Erinnern: morgen")).toEqual({ note: undefined, remind: "morgen", urls });
  expect(read("Hello", "remind: friday")).toEqual({ note: undefined, remind: undefined, urls });
});
