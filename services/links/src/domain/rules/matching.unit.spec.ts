import { firstStageOf, isTriedAt, type RuleAction, type RuleCondition, type RuleStage } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { folded, foldText, matcherOf, type RuleFacts } from "./matching.ts";

const facts: RuleFacts = {
  hosts: ["t.example", "www.kitchen.example"],
  title: "Crème brûlée für  Straßen",
  sender: null,
  language: "de-AT",
  source: "page",
  minutes: 12,
  isDuplicate: false,
  isUnfiled: true,
};
const letter: RuleFacts = { ...facts, source: "letter", sender: "news@kitchen.example Küche heute" };
const holds = (conditions: RuleCondition[], link: RuleFacts = facts): boolean =>
  matcherOf({ conditions }).matches(folded(link));

describe("given a link, then a condition holds", () => {
  test.each<[string, RuleCondition, RuleFacts?]>([
    ["of the site itself", { kind: "site", any: ["other.example", "t.example"] }],
    ["of a site above its host", { kind: "site", any: ["kitchen.example"] }],
    ["of its title, without case, accents and further blanks", { kind: "title", any: ["creme BRULEE fur strassen"] }],
    ["of a part of its title", { kind: "title", any: ["nothing", "ûlé"] }],
    ["of its language, whatever the country", { kind: "language", any: ["en", "de"] }],
    ["of how it was saved", { kind: "source", any: ["mail", "page"] }],
    ["of its length", { kind: "longer", minutes: 11 }],
    ["of its shortness", { kind: "shorter", minutes: 13 }],
    ["of its having no folder", { kind: "unfiled" }],
    ["of its being there twice", { kind: "duplicate" }, { ...facts, isDuplicate: true }],
    ["of its sender's address", { kind: "sender", any: ["@kitchen.example"] }, letter],
    ["of its sender's name", { kind: "sender", any: ["kuche HEUTE"] }, letter],
  ])("%s", (_, condition, link) => {
    expect(holds([condition], link)).toBe(true);
  });
});

describe("given a link, then a condition does not hold", () => {
  test.each<[string, RuleCondition, RuleFacts?]>([
    ["of a site that ends alike", { kind: "site", any: ["itchen.example"] }],
    ["of a site below its host", { kind: "site", any: ["a.www.kitchen.example"] }],
    ["of a title that is not known", { kind: "title", any: ["creme"] }, { ...facts, title: null }],
    ["of a title that looks like a pattern", { kind: "title", any: [".*", "(a+)+$", "[", "\\"] }],
    ["of another language with the same letters", { kind: "language", any: ["d"] as never }],
    ["of a language that is not known", { kind: "language", any: ["de"] }, { ...facts, language: null }],
    ["of a language that is none", { kind: "language", any: ["de"] }, { ...facts, language: "deutsch" }],
    ["of a length that is not known", { kind: "longer", minutes: 1 }, { ...facts, minutes: null }],
    ["of a shortness that is not known", { kind: "shorter", minutes: 1000 }, { ...facts, minutes: null }],
    ["of exactly that length", { kind: "longer", minutes: 12 }],
    ["of having no folder", { kind: "unfiled" }, { ...facts, isUnfiled: false }],
    ["of a sender, where it is no newsletter", { kind: "sender", any: ["e"] }],
    ["of its being there twice", { kind: "duplicate" }],
  ])("%s", (_, condition, link) => {
    expect(holds([condition], link)).toBe(false);
  });
});

test("given several conditions, then all of them must hold", () => {
  const one: RuleCondition = { kind: "site", any: ["kitchen.example"] };
  expect(holds([one, { kind: "longer", minutes: 5 }])).toBe(true);
  expect(holds([one, { kind: "longer", minutes: 50 }])).toBe(false);
});

test("given a condition of the text, then it is apart from the others, and its words are folded", () => {
  const matcher = matcherOf({ conditions: [{ kind: "text", any: ["Crème", "ANIS"] }] });
  expect(matcher.matches(folded(facts))).toBe(true);
  expect(matcher.textWords).toEqual(["creme", "anis"]);
  expect(matcherOf({ conditions: [{ kind: "unfiled" }] }).textWords).toBeUndefined();
});

test("given a text of nothing but marks, whose order takes the square of their number, then it is folded", () => {
  expect(foldText(`Cre\u0301${"\u0301\u0323".repeat(1_000_000)}me`)).toBe("creme");
});

describe("given a rule, then it acts at the first stage at which all is known", () => {
  const move: RuleAction[] = [{ kind: "move", folder_id: 1 }];
  const stage = (conditions: RuleCondition[], actions = move): RuleStage => firstStageOf({ conditions, actions });
  test.each<[string, RuleStage, RuleStage]>([
    ["a site", "saved", stage([{ kind: "site", any: ["a.example"] }])],
    [
      "a title and a site",
      "described",
      stage([
        { kind: "site", any: ["a.example"] },
        { kind: "title", any: ["a"] },
      ]),
    ],
    ["a text", "kept", stage([{ kind: "text", any: ["a"] }, { kind: "unfiled" }])],
    ["a copy that is not wanted, of a site", "saved", stage([{ kind: "unfiled" }], [{ kind: "keep", is_on: false }])],
    ["a copy that is not wanted, of a title", "kept", stage([{ kind: "duplicate" }], [{ kind: "keep", is_on: false }])],
    ["a book", "kept", stage([{ kind: "unfiled" }], [{ kind: "send", email: "a@kindle.com" }])],
  ])("%s: %s", (_, expected, found) => {
    expect(found).toBe(expected);
  });

  test("and it is tried again at later ones", () => {
    const rule = { conditions: [{ kind: "title" as const, any: ["a"] }], actions: move };
    expect((["saved", "described", "kept"] as const).map((each) => isTriedAt(rule, each))).toEqual([false, true, true]);
  });
});
