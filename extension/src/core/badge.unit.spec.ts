import type { LinkId } from "@satchel/contracts";
import { expect, test } from "vitest";
import { badgeOf, badgeOfMany, waitingBadge } from "./badge.ts";
import type { Outcome } from "./outcome.ts";

const id = "0" as LinkId;
const saved: Outcome = { kind: "saved", id };

test.each<[Outcome, string, string]>([
  [saved, "✓", "badgeSaved"],
  [{ kind: "known", id }, "✓", "badgeKnown"],
  [{ kind: "waiting", for: "server" }, "…", "badgeAway"],
  [{ kind: "waiting", for: "connection" }, "…", "badgeSignedOut"],
  [{ kind: "refused", reason: "No." }, "!", "badgeRefused"],
  [{ kind: "unsaveable", fault: "notWeb" }, "!", "notWeb"],
  [{ kind: "full" }, "!", "badgeFull"],
])("given the outcome %o, then the button says %s and %s", (outcome, text, key) => {
  expect(badgeOf(outcome)).toMatchObject({ text, title: { key } });
});

test("given a page that was not taken, then the button says why", () => {
  expect(badgeOf({ kind: "refused", reason: "No." }).title.words).toEqual(["No."]);
});

test("given many pages, then the button counts those that were saved, and says how many were not", () => {
  expect(badgeOfMany([saved, { kind: "known", id }])).toMatchObject({ text: "2", title: { key: "badgeManySaved" } });
  const missing = badgeOfMany([saved, { kind: "full" }]);
  expect(missing).toMatchObject({ text: "!", title: { key: "badgeManyMissing", words: ["1", "1"] } });
});

test("given pages that wait, then every other tab's button counts them", () => {
  expect(waitingBadge(0).text).toBe("");
  expect(waitingBadge(12).text).toBe("12");
});
