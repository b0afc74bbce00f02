import {
  type DeletedRule,
  type NewRule,
  parseWebUrl,
  type Rule,
  RULES_PER_USER,
  ruleTexts,
  type RuleCondition,
  type RuleId,
  type StoredRules,
  UNDO_SECONDS,
} from "@satchel/contracts";
import { cleanTags } from "../tags.ts";
import { foldText } from "./matching.ts";

/** The new rules of an account and the one that it is about, or the reason of a refusal. */
export type Edit =
  | { readonly stored: StoredRules; readonly rule: Rule }
  | { readonly refused: "not-found" | "rejected"; readonly detail: string };

const NONE: StoredRules = { rules: [], deleted: [] };
const refuse = (refused: "not-found" | "rejected", detail: string): Edit => ({ refused, detail });
const notFound = refuse("not-found", ruleTexts.notFound);
const tooMany = refuse("rejected", ruleTexts.tooMany);

/** A rule with its words in the form in which they are stored, or what is wrong with it. */
export function cleanRule<Fields extends Partial<NewRule>>(fields: Fields): Fields | { readonly wrong: string } {
  const { name, conditions, actions } = fields;
  const trimmed = name?.trim();
  if (trimmed === "") return { wrong: ruleTexts.name };
  if (isTwice(conditions ?? []) || isTwice(actions ?? [])) return { wrong: ruleTexts.twice };
  const clean: RuleCondition[] = [];
  for (const condition of conditions ?? []) {
    const next = cleanCondition(condition);
    if (next === undefined) return { wrong: ruleTexts.site };
    if ("any" in next && next.any.length === 0) return { wrong: ruleTexts.empty };
    clean.push(next);
  }
  const tidy = actions?.map((action) => (action.kind === "tag" ? { ...action, tags: cleanTags(action.tags) } : action));
  if (tidy?.some((action) => action.kind === "tag" && action.tags.length === 0) === true) {
    return { wrong: ruleTexts.empty };
  }
  return {
    ...fields,
    ...(trimmed === undefined ? {} : { name: trimmed }),
    ...(conditions === undefined ? {} : { conditions: clean }),
    ...(tidy === undefined ? {} : { actions: tidy }),
  };
}

const isTwice = (parts: readonly { readonly kind: string }[]): boolean =>
  new Set(parts.map(({ kind }) => kind)).size < parts.length;

/** @returns undefined for a site that is none */
function cleanCondition(condition: RuleCondition): RuleCondition | undefined {
  switch (condition.kind) {
    case "site": {
      const hosts = condition.any.map(hostOf);
      if (hosts.some((host) => host === undefined)) return undefined;
      return { kind: "site", any: [...new Set(hosts as string[])] };
    }
    case "title":
    case "text":
    case "sender": {
      const words = condition.any
        .map((word) => word.replace(/\s+/g, " ").trim())
        .filter((word) => foldText(word) !== "");
      return { kind: condition.kind, any: [...new Set(words)] };
    }
    case "language":
      return { kind: "language", any: [...new Set(condition.any)] };
    case "source":
      return { kind: "source", any: [...new Set(condition.any)] };
    default:
      return condition;
  }
}

/** The host of a site as somebody types or pastes it, without `www.`; undefined for what is none. */
export function hostOf(text: string): string | undefined {
  const typed = text.trim().toLowerCase();
  const { hostname = "" } = parseWebUrl(/^[a-z][a-z0-9+.-]*:\/\//.test(typed) ? typed : `https://${typed}`) ?? {};
  return /^[^\s/]+$/.test(hostname) ? hostname.replace(/^www\./, "") : undefined;
}

/** Adds a rule, the last one. One of the same id is there already: the command is repeated. */
export function addRule(current: StoredRules = NONE, rule: Rule): Edit {
  const same = current.rules.find(({ id }) => id === rule.id);
  if (same !== undefined) return { stored: current, rule: same };
  if (current.rules.length >= RULES_PER_USER) return tooMany;
  return { stored: { ...current, rules: [...current.rules, rule] }, rule };
}

interface RuleEdit {
  readonly changes: Partial<NewRule>;
  /** Its place among all, from 0; beyond the last it is the last. */
  readonly position?: number | undefined;
}

export function editRule(current: StoredRules = NONE, ruleId: RuleId, { changes, position }: RuleEdit): Edit {
  const at = current.rules.findIndex(({ id }) => id === ruleId);
  const found = current.rules[at];
  if (found === undefined) return notFound;
  const rule = { ...found, ...changes };
  const others = current.rules.filter(({ id }) => id !== ruleId);
  return { stored: { ...current, rules: others.toSpliced(position ?? at, 0, rule) }, rule };
}

/** @param now milliseconds since 1970 */
export function deleteRule(current: StoredRules = NONE, ruleId: RuleId, now: number): Edit {
  const position = current.rules.findIndex(({ id }) => id === ruleId);
  const rule = current.rules[position];
  if (rule === undefined) return notFound;
  const deleted = [...restorable(current, now), { rule, position, deletedAt: now }].slice(-RULES_PER_USER);
  return { stored: { rules: current.rules.filter(({ id }) => id !== ruleId), deleted }, rule };
}

/** @param now milliseconds since 1970 */
export function restoreRule(current: StoredRules = NONE, ruleId: RuleId, now: number): Edit {
  const there = current.rules.find(({ id }) => id === ruleId);
  if (there !== undefined) return { stored: current, rule: there };
  const deleted = restorable(current, now);
  const found = deleted.find(({ rule }) => rule.id === ruleId);
  if (found === undefined) return notFound;
  if (current.rules.length >= RULES_PER_USER) return tooMany;
  const rules = current.rules.toSpliced(found.position, 0, found.rule);
  return { stored: { rules, deleted: deleted.filter(({ rule }) => rule.id !== ruleId) }, rule: found.rule };
}

const restorable = ({ deleted }: StoredRules, now: number): readonly DeletedRule[] =>
  deleted.filter(({ deletedAt }) => now - deletedAt < UNDO_SECONDS * 1000);
