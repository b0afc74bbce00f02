import type { NewRule, RuleCondition } from "./rules.ts";

// Apart from the schemas of rules, so that the page has these without the library of schemas.

/** When something is known of a link: when it was saved, when its page was described (or can't be), when its text was kept. */
export const RULE_STAGES = ["saved", "described", "kept"] as const;
export type RuleStage = (typeof RULE_STAGES)[number];

/** How a link was saved: the kinds of {@link LinkOrigin}. */
export const RULE_SOURCES = ["page", "extension", "mail", "letter", "feed", "token", "import"] as const;
export type RuleSource = (typeof RULE_SOURCES)[number];

const STAGES: Readonly<Record<RuleCondition["kind"], RuleStage>> = {
  site: "saved",
  source: "saved",
  unfiled: "saved",
  title: "described",
  sender: "described",
  language: "described",
  longer: "described",
  shorter: "described",
  duplicate: "described",
  text: "kept",
};

/**
 * The first stage at which a rule can act: all of its conditions are known, and what it acts on is there. A copy that is not to
 * be kept is prevented when the link is saved, and deleted when it was made.
 */
export function firstStageOf({ conditions, actions }: Pick<NewRule, "conditions" | "actions">): RuleStage {
  const known = Math.max(0, ...conditions.map(({ kind }) => RULE_STAGES.indexOf(STAGES[kind])));
  const needsCopy = actions.some(
    (action) => action.kind === "send" || (action.kind === "keep" && !action.is_on && known > 0),
  );
  return needsCopy ? "kept" : (RULE_STAGES[known] ?? "kept");
}

/** Whether a rule is tried at a stage: at its first one and the later ones, where more may be known. */
export const isTriedAt = (rule: Pick<NewRule, "conditions" | "actions">, stage: RuleStage): boolean =>
  RULE_STAGES.indexOf(firstStageOf(rule)) <= RULE_STAGES.indexOf(stage);
