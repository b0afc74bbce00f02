import type { Capture, Import } from "@satchel/contracts";
import { describe, expect, it } from "vitest";
import { aLink } from "../../links/aLink.ts";
import { arrivalsOf } from "./captures.api.ts";

const at = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString();
const link = (day: number, saved_by: "page" | "extension" | "mail" | "import") =>
  aLink(`${saved_by} ${day}`, 0, { saved_at: at(day), saved_by });
const mail = (day: number) => ({ id: `mail ${day}`, received_at: at(day) }) as unknown as Capture;
const file = (day: number) => ({ id: `file ${day}`, started_at: at(day) }) as unknown as Import;
const whole = <T>(...items: T[]) => ({ items, isWhole: true });
const begun = <T>(...items: T[]) => ({ items, isWhole: false });
const seen = (...given: Parameters<typeof arrivalsOf>) =>
  arrivalsOf(...given).map((each) => `${each.kind} ${each.at.slice(8, 10)}`);

describe("what arrived", () => {
  it("is shown newest first, links of mails and imports with these alone", () => {
    const links = whole(link(9, "page"), link(8, "mail"), link(6, "import"), link(4, "extension"));
    expect(seen(whole(mail(8)), links, [file(6)], "")).toEqual(["link 09", "mail 08", "import 06", "link 04"]);
  });

  it("ends where a list is not loaded further, and at the time that is looked back on", () => {
    const links = begun(link(9, "page"), link(5, "mail"));
    expect(seen(whole(mail(7), mail(3)), links, [file(2)], "")).toEqual(["link 09", "mail 07"]);
    expect(seen(begun(mail(7)), whole(link(9, "page"), link(5, "page")), [], "")).toEqual(["link 09", "mail 07"]);
    expect(seen(whole(mail(7)), whole(link(9, "page")), [file(2)], at(8))).toEqual(["link 09"]);
  });
});
