import Type, { type Static } from "typebox";
import { FolderId, Instant, RuleId } from "./ids.ts";
import {
  ADDRESS_CHARS,
  RULE_MINUTES,
  RULE_NAME_CHARS,
  RULE_WORD_CHARS,
  RULE_WORDS,
  TAG_CHARS,
  TAGS_PER_LINK,
} from "./limits/index.ts";

/** When something is known of a link: when it was saved, when its page was described (or can't be), when its text was kept. */
export const RULE_STAGES = ["saved", "described", "kept"] as const;
export type RuleStage = (typeof RULE_STAGES)[number];
export const RuleStage = Type.Unsafe<RuleStage>(Type.Union(RULE_STAGES.map((stage) => Type.Literal(stage))));

/** How a link was saved: the kinds of {@link LinkOrigin}. */
export const RULE_SOURCES = ["page", "extension", "mail", "letter", "feed", "token", "import"] as const;
export type RuleSource = (typeof RULE_SOURCES)[number];

const Words = Type.Array(Type.String({ minLength: 1, maxLength: RULE_WORD_CHARS }), {
  minItems: 1,
  maxItems: RULE_WORDS,
  description: "One of them is enough",
});
const Minutes = Type.Integer({ minimum: 1, maximum: RULE_MINUTES });
const named = <Name extends string>(name: Name) => Type.Literal(name);
const strict = { additionalProperties: false } as const;

/**
 * One condition of a rule. `site`: a host or one below it. `sender`: of a newsletter, its address or name. `title`, `text` and
 * `sender` contain one of the words, without regard to case and accents. `language`: of the page, ISO 639. `minutes` of reading.
 * `duplicate`: another link leads to the same page. `unfiled`: in no folder.
 */
export const RuleCondition = Type.Union([
  Type.Object({ kind: named("site"), any: Words }, strict),
  Type.Object({ kind: named("sender"), any: Words }, strict),
  Type.Object({ kind: named("title"), any: Words }, strict),
  Type.Object({ kind: named("text"), any: Words }, strict),
  Type.Object(
    {
      kind: named("language"),
      any: Type.Array(Type.String({ pattern: "^[a-z]{2,3}$" }), { minItems: 1, maxItems: RULE_WORDS }),
    },
    strict,
  ),
  Type.Object(
    {
      kind: named("source"),
      any: Type.Array(Type.Unsafe<RuleSource>(Type.Union(RULE_SOURCES.map((source) => Type.Literal(source)))), {
        minItems: 1,
        maxItems: RULE_SOURCES.length,
      }),
    },
    strict,
  ),
  Type.Object({ kind: named("longer"), minutes: Minutes }, strict),
  Type.Object({ kind: named("shorter"), minutes: Minutes }, strict),
  Type.Object({ kind: named("duplicate") }, strict),
  Type.Object({ kind: named("unfiled") }, strict),
]);
export type RuleCondition = Static<typeof RuleCondition>;

/**
 * One thing that a rule does. `done`: the article is read to its end. `keep`: whether a copy is kept. `mute`: the sender of the
 * newsletter, whose mails are dropped from then on. `send`: the article, as a book, to a confirmed e-reader.
 */
export const RuleAction = Type.Union([
  Type.Object({ kind: named("move"), folder_id: FolderId }, strict),
  Type.Object(
    {
      kind: named("tag"),
      tags: Type.Array(Type.String({ minLength: 1, maxLength: TAG_CHARS }), { minItems: 1, maxItems: TAGS_PER_LINK }),
    },
    strict,
  ),
  Type.Object({ kind: named("favorite") }, strict),
  Type.Object({ kind: named("done") }, strict),
  Type.Object({ kind: named("keep"), is_on: Type.Boolean() }, strict),
  Type.Object({ kind: named("mute") }, strict),
  Type.Object({ kind: named("send"), email: Type.String({ minLength: 3, maxLength: ADDRESS_CHARS }) }, strict),
]);
export type RuleAction = Static<typeof RuleAction>;

/** Kinds of conditions and actions; a rule has each of them once at most. */
export const RULE_CONDITIONS = 10;
export const RULE_ACTIONS = 7;

/** What makes a rule: all conditions must hold. */
export const ruleFields = {
  name: Type.String({ minLength: 1, maxLength: RULE_NAME_CHARS }),
  is_on: Type.Boolean(),
  conditions: Type.Array(RuleCondition, { minItems: 1, maxItems: RULE_CONDITIONS }),
  actions: Type.Array(RuleAction, { minItems: 1, maxItems: RULE_ACTIONS }),
};

/** A rule of an account. They are tried in their order. */
export const Rule = Type.Object({ id: RuleId, created_at: Instant, ...ruleFields });
export type Rule = Static<typeof Rule>;

export const NewRule = Type.Object(ruleFields, strict);
export type NewRule = Static<typeof NewRule>;

/** What rules do beside changing the link itself. */
export const RuleEffects = Type.Object({
  done: Type.Optional(Type.Literal(true)),
  keep: Type.Optional(Type.Boolean()),
  mute: Type.Optional(Type.Literal(true)),
  sendTo: Type.Optional(Type.String({ maxLength: ADDRESS_CHARS })),
});
export type RuleEffects = Static<typeof RuleEffects>;

/** The rules of an account in their order, and those that were deleted and can be restored: one record. */
export interface StoredRules {
  readonly rules: readonly Rule[];
  readonly deleted: readonly DeletedRule[];
}

export interface DeletedRule {
  readonly rule: Rule;
  /** Its former place. */
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly deletedAt: number;
}

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
