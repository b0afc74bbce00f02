import type { NewRule, RuleAction, RuleCondition, RuleSource } from "@satchel/contracts";
import { RULE_WORD_CHARS, RULE_WORDS } from "@satchel/contracts";

/** The kinds of conditions, in the order in which they are offered. */
const CONDITION_KINDS = [
  "site",
  "title",
  "text",
  "sender",
  "source",
  "language",
  "longer",
  "shorter",
  "unfiled",
  "duplicate",
] as const satisfies readonly RuleCondition["kind"][];
export type ConditionKind = (typeof CONDITION_KINDS)[number];

/** The kinds of actions; keeping a copy and keeping none are two of them here. */
const ACTION_KINDS = [
  "move",
  "tag",
  "favorite",
  "done",
  "keep",
  "keepNot",
  "send",
  "notify",
  "mute",
] as const satisfies readonly (RuleAction["kind"] | "keepNot")[];
export type ActionKind = (typeof ACTION_KINDS)[number];

/** One condition as it is being edited: what is typed is not yet what is stored. */
export interface ConditionDraft {
  readonly kind: ConditionKind;
  /** Typed words, separated by commas. */
  readonly words: string;
  /** Chosen languages or sources. */
  readonly chosen: readonly string[];
  readonly minutes: number;
}

export interface ActionDraft {
  readonly kind: ActionKind;
  readonly folder: number | null;
  readonly tags: readonly string[];
  readonly email: string;
}

/** A rule as it is being edited. */
export interface RuleDraft {
  readonly name: string;
  readonly conditions: readonly ConditionDraft[];
  readonly actions: readonly ActionDraft[];
}

/** Minutes that a new condition names: what searches call long. */
const MINUTES = 10;

export const emptyCondition = (kind: ConditionKind): ConditionDraft => ({
  kind,
  words: "",
  chosen: [],
  minutes: MINUTES,
});
export const emptyAction = (kind: ActionKind): ActionDraft => ({ kind, folder: null, tags: [], email: "" });

/** A rule to be edited. */
export const draftOf = ({
  name,
  conditions,
  actions,
}: Pick<NewRule, "name" | "conditions" | "actions">): RuleDraft => ({
  name,
  conditions: conditions.map((condition) => ({
    ...emptyCondition(condition.kind),
    ...("minutes" in condition ? { minutes: condition.minutes } : {}),
    ...("any" in condition ? { words: condition.any.join(", "), chosen: condition.any } : {}),
  })),
  actions: actions.map((action) => ({
    ...emptyAction(action.kind === "keep" && !action.is_on ? "keepNot" : action.kind),
    ...(action.kind === "move" ? { folder: action.folder_id } : {}),
    ...(action.kind === "tag" ? { tags: action.tags } : {}),
    ...(action.kind === "send" ? { email: action.email } : {}),
  })),
});

/** The words of a text with commas, each once. */
export const wordsIn = (text: string): string[] =>
  [...new Set(text.split(",").map((word) => word.trim().slice(0, RULE_WORD_CHARS)))]
    .filter((word) => word !== "")
    .slice(0, RULE_WORDS);

/** What a draft says; undefined while something of it is missing. Without a name it can be previewed. */
export function ruleIn({ conditions, actions }: RuleDraft): Pick<NewRule, "conditions" | "actions"> | undefined {
  const some = conditions.map(conditionIn).filter((condition) => condition !== undefined);
  const others = actions.map(actionIn).filter((action) => action !== undefined);
  const isWhole = some.length === conditions.length && others.length === actions.length;
  return isWhole && some.length > 0 && others.length > 0 ? { conditions: some, actions: others } : undefined;
}

function conditionIn({ kind, words, chosen, minutes }: ConditionDraft): RuleCondition | undefined {
  switch (kind) {
    case "longer":
    case "shorter":
      return Number.isInteger(minutes) && minutes > 0 ? { kind, minutes } : undefined;
    case "duplicate":
    case "unfiled":
      return { kind };
    case "source":
      return chosen.length === 0 ? undefined : { kind, any: [...(chosen as readonly RuleSource[])] };
    case "language":
      return chosen.length === 0 ? undefined : { kind, any: [...chosen] };
    default: {
      const any = wordsIn(words);
      return any.length === 0 ? undefined : { kind, any };
    }
  }
}

function actionIn({ kind, folder, tags, email }: ActionDraft): RuleAction | undefined {
  switch (kind) {
    case "move":
      return folder === null ? undefined : { kind, folder_id: folder };
    case "tag":
      return tags.length === 0 ? undefined : { kind, tags: [...tags] };
    case "keep":
    case "keepNot":
      return { kind: "keep", is_on: kind === "keep" };
    case "send":
      return email === "" ? undefined : { kind, email };
    default:
      return { kind };
  }
}

/** The kinds that can be added: each once, and a copy can't be kept and not kept. */
export const conditionsLeft = (there: readonly ConditionDraft[]): ConditionKind[] =>
  CONDITION_KINDS.filter((kind) => there.every((one) => one.kind !== kind));

export const actionsLeft = (there: readonly ActionDraft[], hasReader: boolean): ActionKind[] =>
  ACTION_KINDS.filter(
    (kind) =>
      there.every((one) => one.kind !== kind) &&
      (!kind.startsWith("keep") || there.every((one) => !one.kind.startsWith("keep"))) &&
      (kind !== "send" || hasReader),
  );
