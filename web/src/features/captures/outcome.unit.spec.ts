import type { Capture } from "@satchel/contracts";
import { expect, it, test } from "vitest";
import { canBeUndone, eachOnce, isUnsaved, toneOf, unsavedSince } from "./captures.api.ts";

const capture = (name: string, more: Partial<Capture> = {}): Capture => ({
  id: name as Capture["id"],
  received_at: "2026-01-01T00:00:00.000Z",
  sender: "anna@post.example",
  subject: name,
  verdict: { spf: "pass", dkim: "pass", dmarc: "pass", by: "dmarc" },
  outcome: "saved",
  saved: [],
  duplicates: [],
  unusable: [],
  without_room: [],
  attachments: [],
  refusal: null,
  folder_name: null,
  folder_id: null,
  tags: [],
  command: null,
  ...more,
});
const attachment = (outcome: string, reason?: string) => ({
  name: "a.pdf",
  outcome,
  id: null,
  left_out: reason === undefined ? null : { reason, message: "" },
});
const link = { id: "a" as Capture["saved"][number]["id"], url: "https://a.example/" };

test.each([
  ["whose link is new", { saved: [link] }, "ok", false],
  ["whose links were there", { outcome: "duplicate", duplicates: [link] }, "quiet", false],
  ["that is being saved", { outcome: "pending" }, "quiet", false],
  ["with an address that found no room", { outcome: "partly", without_room: ["https://a.example/"] }, "warn", true],
  ["with an address that can't be kept", { outcome: "partly", saved: [link], unusable: ["ftp://a"] }, "warn", true],
  ["whose attachment is kept", { attachments: [attachment("saved")] }, "ok", false],
  ["whose attachment was kept already", { attachments: [attachment("duplicate")] }, "quiet", false],
  ["whose attachment is not to be kept", { saved: [link], attachments: [attachment("left-out", "off")] }, "ok", false],
  ["whose attachment can't be kept", { saved: [link], attachments: [attachment("left-out", "kind")] }, "warn", true],
  ["whose attachment found no room", { attachments: [attachment("without-room")] }, "warn", true],
  ["that was refused", { outcome: "refused", refusal: { reason: "no-url", message: "" } }, "warn", true],
] as const)("a mail %s", (_, more, tone, unsaved) => {
  expect(toneOf(capture("a", more as unknown as Partial<Capture>))).toBe(tone);
  expect(isUnsaved(capture("a", more as unknown as Partial<Capture>))).toBe(unsaved);
});

it("a mail that stands on two pages is shown once, where it came first", () => {
  const list = [capture("a"), capture("b"), capture("a", { outcome: "pending" })];
  expect(eachOnce(list)).toEqual([list[0], list[1]]);
});

it("what was not saved is counted since it was last looked at", () => {
  const refused = (day: number) =>
    capture(`${day}`, { outcome: "refused", received_at: `2026-01-0${day}T00:00:00.000Z` });
  const list = [refused(1), refused(2), refused(3), capture("saved", { received_at: "2026-01-03T00:00:00.000Z" })];
  expect(unsavedSince(list, "2026-01-02T00:00:00.000Z")).toBe(1);
  expect(unsavedSince(list, "")).toBe(3);
});

test.each([
  ["that saved a link", { saved: [link] }, true],
  ["whose link was there, and got its tags", { duplicates: [link] }, true],
  ["whose attachment is kept", { attachments: [{ ...attachment("saved"), id: link.id }] }, true],
  ["whose attachment found no room", { attachments: [attachment("without-room")] }, false],
  ["that changed links", { command: { outcome: { kind: "changed", changed: 2 } } }, true],
  ["that found nothing to change", { command: { outcome: { kind: "changed", changed: 0 } } }, false],
  ["that took something back", { command: { outcome: { kind: "undone" } } }, true],
  ["that asked something", { command: { outcome: { kind: "results" } } }, false],
  ["whose command is not done yet", { command: { outcome: null } }, false],
  ["that was refused", { outcome: "refused" }, false],
])("whether a mail can be undone: one %s", (_, more, can) => {
  expect(canBeUndone(capture("a", more as unknown as Partial<Capture>))).toBe(can);
});
