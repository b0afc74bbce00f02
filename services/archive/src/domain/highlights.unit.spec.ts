import {
  type HighlightId,
  HIGHLIGHTS_PER_ACCOUNT,
  HIGHLIGHTS_PER_LINK,
  laterTexts,
  type LinkId,
  UNDO_SECONDS,
} from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import {
  decideChangeOfHighlight,
  decideDeleteOfHighlight,
  decideMake,
  decideRestoreOfHighlight,
  type HighlightState,
} from "./highlights.ts";

const linkId = "5b3f7c1a-0d1e-5f2a-8b3c-4d5e6f708192" as LinkId;
const highlightId = "1d3a1c3e-52a9-4d2b-8c1c-7e0f3f1d9c33" as HighlightId;
const target = { linkId, highlightId };
const quote = { exact: "a bone folder", prefix: "with ", suffix: ", and" };
const empty = { isMade: false, ofLink: 0, ofAccount: 0 };
const request = { linkId, quote, color: "yellow" } as const;
const there: HighlightState = { color: "yellow", note: "Why?", deletedAt: null };
const NOW = Date.parse("2026-01-31T00:00:00.000Z");
const notFound = { kind: "rejected", error: { code: "not-found", detail: laterTexts.highlights.notFound } };

describe("given a link, when a highlight is made", () => {
  test("then it has its quotation, its place, its colour and its note", () => {
    const more = { position: { start: 5, end: 18 }, textHash: "0f1e2d3c4b5a6978", note: " Ask **him** " };
    expect(decideMake(empty, { ...request, ...more }, highlightId)).toEqual({
      kind: "event",
      event: { type: "HighlightMade", data: { ...target, ...request, ...more, note: "Ask **him**" } },
    });
  });

  test("with a position and no text that it is in, then it has none", () => {
    expect(decideMake(empty, { ...request, position: { start: 5, end: 18 } }, highlightId)).toEqual({
      kind: "event",
      event: { type: "HighlightMade", data: { ...target, ...request } },
    });
  });

  test("with control characters and halves of characters, then a text that can be stored is left", () => {
    const dirty = { exact: "a\0bone\u0007folder\ud800", prefix: "\u001b[31m", suffix: "\u0000" };
    expect(decideMake(empty, { ...request, quote: dirty, note: "One\r\ntwo\u0000\t<b>" }, highlightId)).toMatchObject({
      event: {
        data: {
          quote: { exact: "a bone folder\ufffd", prefix: " [31m", suffix: " " },
          note: "One\ntwo\t<b>",
        },
      },
    });
  });

  test("a second time by the same command, then nothing happens", () => {
    expect(decideMake({ ...empty, isMade: true }, request, highlightId)).toEqual({
      kind: "nothing",
      result: { highlightId },
    });
  });

  test.each([
    ["no words", { quote: { ...quote, exact: " \n\u0000" } }, empty, "invalid", laterTexts.highlights.noWords],
    ["an end before its start", { position: { start: 9, end: 9 } }, empty, "invalid", laterTexts.highlights.place],
    ["a full link", {}, { ...empty, ofLink: HIGHLIGHTS_PER_LINK }, "full", laterTexts.highlights.tooMany],
    ["a full account", {}, { ...empty, ofAccount: HIGHLIGHTS_PER_ACCOUNT }, "full", laterTexts.highlights.full],
  ])("with %s, then it is refused", (_, more, state, code, detail) => {
    expect(decideMake(state, { ...request, ...more }, highlightId)).toEqual({
      kind: "rejected",
      error: { code, detail },
    });
  });
});

describe("given a highlight", () => {
  test.each([
    [{ color: "pink" }, { color: "pink" }],
    [{ note: "" }, { note: "" }],
    [{ color: "yellow", note: " Because " }, { note: "Because" }],
  ] as const)("when %j is changed, then that happens which differs: %j", (changes, data) => {
    expect(decideChangeOfHighlight(there, target, changes)).toEqual({
      kind: "event",
      event: { type: "HighlightChanged", data: { ...target, ...data } },
    });
  });

  test("when it is set to what it is, then nothing happens", () => {
    expect(decideChangeOfHighlight(there, target, { color: "yellow", note: "Why?" })).toMatchObject({
      kind: "nothing",
    });
  });

  test("when it is deleted, and deleted again, then that happens once", () => {
    expect(decideDeleteOfHighlight(there, target)).toMatchObject({ event: { type: "HighlightDeleted", data: target } });
    expect(decideDeleteOfHighlight({ ...there, deletedAt: new Date(NOW) }, target)).toMatchObject({ kind: "nothing" });
  });

  test("when it was deleted, then it can't be changed, and can be restored for 30 days", () => {
    const deleted = { ...there, deletedAt: new Date(NOW - UNDO_SECONDS * 1000 + 1) };
    expect(decideChangeOfHighlight(deleted, target, { color: "pink" })).toEqual(notFound);
    expect(decideRestoreOfHighlight(deleted, target, NOW)).toMatchObject({ event: { type: "HighlightRestored" } });
    expect(decideRestoreOfHighlight(deleted, target, NOW + 1)).toEqual(notFound);
    expect(decideRestoreOfHighlight(there, target, NOW)).toMatchObject({ kind: "nothing" });
  });
});

test("given no such highlight, then nothing can be done with it", () => {
  expect(decideChangeOfHighlight(undefined, target, { color: "pink" })).toEqual(notFound);
  expect(decideDeleteOfHighlight(undefined, target)).toEqual(notFound);
  expect(decideRestoreOfHighlight(undefined, target, NOW)).toEqual(notFound);
});
