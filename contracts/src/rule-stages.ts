import { RULE_STAGES, type RuleStage } from "./rule-terms.ts";
import type { NewRule, RuleCondition } from "./rules.ts";

// Apart from the schemas of rules, so that the page has these without the library of schemas.

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
