import Type, { type Static } from "typebox";
import { FolderId, Instant, RuleId } from "./ids.ts";
import { RULE_SOURCES, RULE_STAGES } from "./rule-terms.ts";
import {
  ADDRESS_CHARS,
  RULE_MINUTES,
  RULE_NAME_CHARS,
  RULE_WORD_CHARS,
  RULE_WORDS,
  TAG_CHARS,
  TAGS_PER_LINK,
} from "./limits/index.ts";

/** When a rule is tried. */
export const StageOfRule = Type.Enum(RULE_STAGES);

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
      any: Type.Array(Type.Enum(RULE_SOURCES), {
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
 * newsletter, whose mails are dropped from then on. `send`: the article, as a book, to a confirmed e-reader. `notify`: the browsers
 * that have notifications on.
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
  Type.Object({ kind: named("notify") }, strict),
  Type.Object({ kind: named("send"), email: Type.String({ minLength: 3, maxLength: ADDRESS_CHARS }) }, strict),
]);
export type RuleAction = Static<typeof RuleAction>;

/** What makes a rule: all conditions must hold. It has each kind of condition and action once at most. */
export const ruleFields = {
  name: Type.String({ minLength: 1, maxLength: RULE_NAME_CHARS }),
  is_on: Type.Boolean(),
  conditions: Type.Array(RuleCondition, { minItems: 1, maxItems: RuleCondition.anyOf.length }),
  actions: Type.Array(RuleAction, { minItems: 1, maxItems: RuleAction.anyOf.length }),
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
  notify: Type.Optional(Type.Literal(true)),
  sendTo: Type.Optional(Type.String({ maxLength: ADDRESS_CHARS })),
});
export type RuleEffects = Static<typeof RuleEffects>;

/** Those of them that are applied to links that are there, too: what can be taken back. */
export const PastEffects = Type.Pick(RuleEffects, ["done", "keep"]);
export type PastEffects = Static<typeof PastEffects>;

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
