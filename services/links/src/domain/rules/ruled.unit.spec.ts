import type { RuleAction, RuleId } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import type { LinkState } from "../link-state.ts";
import { changesOf, wantedBy } from "./changes.ts";
import { actedBy, claimedBy, decideRuled, type PastEvent } from "./ruled.ts";

const ruleId = "0b0e7c52-52a9-4d2b-8c1c-7e0f3f1d9c22" as RuleId;
const state: LinkState = {
  deletedAt: null,
  isFavorite: false,
  folderId: null,
  title: null,
  description: null,
  notes: null,
  tags: null,
  pageTags: ["page"],
  visitCount: 0,
  firstVisitedAt: null,
  lastVisitedAt: null,
  mergedVisits: [],
  remindAt: null,
  isDue: false,
  lastBulk: null,
};
const all: RuleAction[] = [{ kind: "move", folder_id: 7 }, { kind: "tag", tags: ["cooking"] }, { kind: "favorite" }];
const decide = (
  actions: RuleAction[],
  {
    link = state,
    since = [],
    isKnown = () => true,
  }: Partial<{
    link: LinkState | undefined;
    since: PastEvent[];
    isKnown: (folder: number) => boolean;
  }> = {},
) =>
  decideRuled(link, {
    stage: "saved",
    matching: [{ id: ruleId, name: "Food" }],
    wanted: wantedBy(actions, isKnown),
    since,
  });
const changed = (data: object, by: object = {}): PastEvent => ({ type: "LinkChanged", data: { ...data, ...by } });
const byRule = { byRules: { stage: "saved", rules: [{ ruleId, name: "Food" }] } };
const event = (data: object, effects?: object) => ({
  kind: "event",
  event: {
    type: "LinkChanged",
    data: { ...data, byRules: { ...byRule.byRules, ...(effects === undefined ? {} : { effects }) } },
  },
});
const nothing = { kind: "nothing", result: {} };

describe("given a link that was saved, when a rule matches", () => {
  test("then one event has all that it changes, and the rule's name", () => {
    expect(decide(all)).toEqual(event({ folderId: 7, tags: ["page", "cooking"], isFavorite: true }));
  });

  test("then what it does elsewhere is in the event too, also where the link stays as it is", () => {
    const actions: RuleAction[] = [
      { kind: "done" },
      { kind: "keep", is_on: false },
      { kind: "mute" },
      { kind: "notify" },
      { kind: "send", email: "a@kindle.com" },
    ];
    expect(decide(actions)).toEqual(
      event({}, { done: true, keep: false, mute: true, notify: true, sendTo: "a@kindle.com" }),
    );
  });

  test("then nothing happens where the link is so already, is deleted, or was never there", () => {
    const tags = ["page", "Cooking"];
    expect(decide(all, { link: { ...state, folderId: 7, isFavorite: true, tags } })).toEqual(nothing);
    expect(decide(all, { link: { ...state, deletedAt: new Date() } })).toEqual(nothing);
  });

  test("then a folder that was deleted since is left out, and the next rule's folder counts", () => {
    const actions: RuleAction[] = [...all, { kind: "move", folder_id: 9 }];
    expect(decide(actions, { isKnown: (folder) => folder === 9 })).toMatchObject({ event: { data: { folderId: 9 } } });
    expect(decide([{ kind: "move", folder_id: 7 }], { isKnown: () => false })).toEqual(nothing);
  });

  test("then tags fill the link up to what it may have", () => {
    const tags = Array.from({ length: 49 }, (_, n) => `t${n}`);
    const more: RuleAction[] = [{ kind: "tag", tags: ["a", "b"] }];
    expect(decide(more, { link: { ...state, tags } })).toMatchObject({ event: { data: { tags: [...tags, "a"] } } });
  });
});

describe("given a person changed the link after it was saved, when a rule matches", () => {
  test.each<[string, PastEvent, object]>([
    ["the folder stays", changed({ folderId: 3 }), { tags: ["page", "cooking"], isFavorite: true }],
    ["no folder stays no folder", changed({ folderId: null }), { tags: ["page", "cooking"], isFavorite: true }],
    ["no favourite stays none", changed({ isFavorite: false }), { folderId: 7, tags: ["page", "cooking"] }],
    ["tags stay", changed({ tags: [] }), { folderId: 7, isFavorite: true }],
    ["the page's tags stay", changed({ tagsOfPage: true }), { folderId: 7, isFavorite: true }],
    ["the folder of a second save stays", { type: "LinkSavedAgain", data: { folderId: 3 } }, { isFavorite: true }],
  ])("%s", (_, past, data) => {
    expect(decide(all, { since: [past] })).toMatchObject({ event: { data } });
    const { event: found } = decide(all, { since: [past] }) as unknown as { event: { data: object } };
    for (const field of ["folderId", "tags", "isFavorite"]) {
      if (past.type === "LinkSavedAgain" && field === "tags") continue;
      expect([field, field in found.data]).toEqual([field, field in data]);
    }
  });

  test("what an undo restored stays: it is a person's change", () => {
    expect(claimedBy([changed({ folderId: null, isFavorite: false, tags: ["a"] })])).toEqual({
      folder: true,
      favorite: true,
      tags: true,
    });
  });

  test("other events claim nothing, nor do tags that a rule added", () => {
    const events = [
      { type: "LinkVisited", data: { visitCount: 1 } },
      changed({ notes: "x" }),
      changed({ tags: [] }, byRule),
    ];
    expect(claimedBy(events)).toEqual({ folder: false, favorite: false, tags: false });
  });
});

test("given a rule has acted on a link, then it is known, unless its owner applied it to the past", () => {
  expect(actedBy([changed({ folderId: 1 }, byRule)])).toEqual(new Set([ruleId]));
  expect(actedBy([changed({ folderId: 1 }, { byRules: { rules: byRule.byRules.rules } })])).toEqual(new Set());
  expect(actedBy([changed({ folderId: 1 })])).toEqual(new Set());
});

test("given what a rule wants, then nothing of it is left to change once it is done", () => {
  const wanted = wantedBy(all, () => true);
  const { folderId = null, isFavorite = false, tags = null } = changesOf(state, wanted);
  expect(changesOf({ ...state, folderId, isFavorite, tags }, wanted)).toEqual({});
});
