import {
  type NewRule,
  type Rule,
  RULES_PER_USER,
  type RuleId,
  type StoredRules,
  UNDO_SECONDS,
} from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { addRule, cleanRule, deleteRule, editRule, hostOf, restoreRule } from "./edit.ts";

const fields: NewRule = {
  name: "Food",
  is_on: true,
  conditions: [{ kind: "unfiled" }],
  actions: [{ kind: "favorite" }],
};
const idOf = (n: number): RuleId => `0b0e7c52-52a9-4d2b-8c1c-${String(n).padStart(12, "0")}` as RuleId;
const rule = (n: number): Rule => ({ id: idOf(n), created_at: "2026-01-01T00:00:00.000Z", ...fields });
const some = (...numbers: number[]): StoredRules => ({ rules: numbers.map(rule), deleted: [] });
const idsOf = (edit: ReturnType<typeof addRule>): RuleId[] =>
  "refused" in edit ? [] : edit.stored.rules.map(({ id }) => id);
const NOW = Date.parse("2026-02-01T00:00:00.000Z");

describe("what somebody writes into a rule", () => {
  test.each([
    ["example.com", "example.com"],
    [" https://www.Example.com/path?q=1 ", "example.com"],
    ["münchen.example", "xn--mnchen-3ya.example"],
    ["localhost", "localhost"],
    ["example.com:8080", "example.com"],
    ["no host", undefined],
    ["javascript:alert(1)", undefined],
    ["ftp://example.com", undefined],
    ["", undefined],
    ["/", undefined],
  ])("the site %j is the host %j", (text, host) => {
    expect(hostOf(text)).toBe(host);
  });

  test("is trimmed, and what is there twice is there once", () => {
    const words = { kind: "title" as const, any: [" a  b ", "a b", "c"] };
    const clean = cleanRule({ ...fields, name: " Food ", conditions: [words] });
    expect(clean).toMatchObject({ name: "Food", conditions: [{ kind: "title", any: ["a b", "c"] }] });
    expect(cleanRule({ actions: [{ kind: "tag", tags: [" x ", "X"] }] })).toEqual({
      actions: [{ kind: "tag", tags: ["x"] }],
    });
  });

  test.each<[string, Partial<NewRule>]>([
    ["a name of blanks", { name: "  " }],
    ["two conditions of a kind", { conditions: [{ kind: "unfiled" }, { kind: "unfiled" }] }],
    ["two actions of a kind", { actions: [{ kind: "favorite" }, { kind: "favorite" }] }],
    ["words of blanks", { conditions: [{ kind: "title", any: [" "] }] }],
    ["words of accents alone, which every text contains", { conditions: [{ kind: "text", any: ["\u0301"] }] }],
    ["tags of blanks", { actions: [{ kind: "tag", tags: [" "] }] }],
    ["a site that is none", { conditions: [{ kind: "site", any: ["a b"] }] }],
  ])("is refused: %s", (_, wrong) => {
    expect(cleanRule({ ...fields, ...wrong })).toMatchObject({ wrong: expect.any(String) as string });
  });
});

describe("given rules", () => {
  test("when one is added, it is the last, and once although the command is repeated", () => {
    const added = addRule(some(1), rule(2));
    expect(idsOf(added)).toEqual([idOf(1), idOf(2)]);
    expect("stored" in added && idsOf(addRule(added.stored, rule(2)))).toEqual([idOf(1), idOf(2)]);
  });

  test("when there are as many as there may be, no further one is added or restored", () => {
    const full = some(...Array.from({ length: RULES_PER_USER }, (_, n) => n));
    expect(addRule(full, rule(999))).toMatchObject({ refused: "rejected" });
    const deleted = [{ rule: rule(999), position: 0, deletedAt: NOW }];
    expect(restoreRule({ ...full, deleted }, idOf(999), NOW)).toMatchObject({ refused: "rejected" });
  });

  test("when one is moved, the others keep their order", () => {
    expect(idsOf(editRule(some(1, 2, 3), idOf(3), { changes: {}, position: 0 }))).toEqual([idOf(3), idOf(1), idOf(2)]);
    expect(idsOf(editRule(some(1, 2, 3), idOf(1), { changes: {}, position: 99 }))).toEqual([idOf(2), idOf(3), idOf(1)]);
    expect(idsOf(editRule(some(1, 2, 3), idOf(2), { changes: { is_on: false } }))).toEqual([idOf(1), idOf(2), idOf(3)]);
  });

  test("when one is deleted, it can be restored to its place for 30 days", () => {
    const deleted = deleteRule(some(1, 2, 3), idOf(2), NOW);
    if ("refused" in deleted) throw new Error(deleted.detail);
    expect(idsOf(deleted)).toEqual([idOf(1), idOf(3)]);
    expect(idsOf(restoreRule(deleted.stored, idOf(2), NOW + 1))).toEqual([idOf(1), idOf(2), idOf(3)]);
    expect(restoreRule(deleted.stored, idOf(2), NOW + UNDO_SECONDS * 1000)).toMatchObject({ refused: "not-found" });
  });

  test("when one that is not there is changed, deleted or restored, it is not found", () => {
    for (const edit of [
      editRule(some(1), idOf(2), { changes: {} }),
      deleteRule(some(1), idOf(2), NOW),
      restoreRule(undefined, idOf(2), NOW),
    ]) {
      expect(edit).toMatchObject({ refused: "not-found" });
    }
  });
});
