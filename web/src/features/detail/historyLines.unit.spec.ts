import type { LinkHistoryEntry } from "@satchel/contracts";
import { describe, expect, it } from "vitest";
import { linesOf } from "./historyLines.ts";

const at = "2026-01-01T00:00:00.000Z";
const entry = (more: Partial<LinkHistoryEntry>): LinkHistoryEntry => ({ at, what: "changed", ...more });

describe("what the history of a link says", () => {
  it("names who mailed it, and how else it came", () => {
    const mail = entry({
      what: "saved",
      origin: { kind: "mail", mailId: "8b458f4a-0000-4000-8000-000000000000" as never, sender: "anna@post.example" },
    });
    expect(linesOf(mail)).toEqual([{ kind: "saved", by: "mail", who: "anna@post.example" }]);
    expect(linesOf(entry({ what: "saved_again", origin: { kind: "extension" } }))).toEqual([
      { kind: "savedAgain", by: "extension", who: "" },
    ]);
  });

  it("says each thing that was changed together", () => {
    const changes = {
      is_favorite: true,
      folder_id: 7,
      title: "  New  ",
      tags: ["a", "b"],
      notes: "n",
      description: "d",
    };
    expect(linesOf(entry({ changes }))).toEqual([
      { kind: "starred" },
      { kind: "moved", folder: 7 },
      { kind: "title", text: "New" },
      { kind: "tags", text: "a, b" },
      { kind: "notes" },
      { kind: "description" },
    ]);
  });

  it("says what a rule did besides, each in a line", () => {
    const changes = { folder_id: 7, done: true, keep: false, mute: true, notify: true, sent_to: "ada@kindle.com" };
    expect(linesOf(entry({ changes, rules: ["Letters"] }))).toEqual([
      { kind: "moved", folder: 7 },
      { kind: "done" },
      { kind: "notKept" },
      { kind: "muted" },
      { kind: "notified" },
      { kind: "sent", text: "ada@kindle.com" },
    ]);
  });

  it("says what was taken back of rules that were applied to the past", () => {
    expect(linesOf(entry({ changes: { done: false, keep: null } }))).toEqual([
      { kind: "notDone" },
      { kind: "keptAsBefore" },
    ]);
  });

  it("says a merge and its undoing in a line each, whatever they changed", () => {
    const changes = { tags: ["a"], visit_count: 5, merged_links: 2 };
    expect(linesOf(entry({ what: "merged", changes }))).toEqual([{ kind: "merged", count: 2 }]);
    expect(linesOf(entry({ what: "unmerged", changes: { notes: "", visit_count: 1 } }))).toEqual([
      { kind: "unmerged" },
    ]);
  });

  it("says what was taken away", () => {
    const changes = { is_favorite: false, folder_id: null, title: "", tags: [], notes: "" };
    expect(linesOf(entry({ changes })).map(({ kind }) => kind)).toEqual([
      "unstarred",
      "takenOut",
      "titleGone",
      "tagsGone",
      "notesGone",
    ]);
  });

  it("says no more than that something changed where it does not know what, and breaks at nothing", () => {
    expect(linesOf(entry({ changes: { colour: "red" } }))).toEqual([{ kind: "other" }]);
    expect(linesOf(entry({}))).toEqual([{ kind: "other" }]);
    const odd = { title: { a: 1 }, tags: "no list", folder_id: "7", is_favorite: "yes" };
    expect(linesOf(entry({ changes: odd })).map(({ kind }) => kind)).toEqual([
      "titleGone",
      "tagsGone",
      "takenOut",
      "unstarred",
    ]);
  });

  it("tells how looking after the page went", () => {
    expect(
      linesOf(entry({ what: "health_changed", changes: { health: "moved", new_url: "https://a.example" } })),
    ).toEqual([{ kind: "health", state: "moved" }]);
    expect(linesOf(entry({ what: "health_changed" }))).toEqual([{ kind: "health", state: "unknown" }]);
    expect(linesOf(entry({ what: "try_failed", reason: "timeout" }))).toEqual([
      { kind: "tryFailed", reason: "timeout" },
    ]);
    expect(linesOf(entry({ what: "visited" }))).toEqual([{ kind: "visited" }]);
  });
});
