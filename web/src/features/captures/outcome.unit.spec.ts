import type { Capture } from "@satchel/contracts";
import { expect, it, test } from "vitest";
import { eachOnce, isUnsaved, toneOf } from "./captures.api.ts";

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
