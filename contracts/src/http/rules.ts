import Type, { type Static } from "typebox";
import { RuleId } from "../ids.ts";
import { RULE_PREVIEW_LINKS } from "../limits/index.ts";
import { NewRule, Rule, ruleFields } from "../rules.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import { Link } from "./link.ts";
import { BulkAnswer } from "./links.ts";
import * as routes from "./settings-routes.ts";

export const listRules = defineOperation({
  ...routes.listRules,
  summary: "The rules of the account, in the order in which they are tried",
  scope: "account",
  responses: { 200: Type.Object({ rules: Type.Array(Rule) }) },
});

export const createRule = defineOperation({
  ...routes.createRule,
  summary: "Make a rule, the last one: what happens by itself to links that are saved from then on",
  scope: "account",
  repeatable: true,
  body: NewRule,
  responses: { 201: Rule, 400: ErrorBody, 404: ErrorBody },
});

const Params = Type.Object({ id: RuleId });

export const RuleChanges = Type.Object(
  {
    ...Type.Partial(Type.Object(ruleFields)).properties,
    position: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1000, description: "Its place among the rules, from 0" }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type RuleChanges = Static<typeof RuleChanges>;

export const changeRule = defineOperation({
  ...routes.changeRule,
  summary: "Change a rule, switch it on or off, or move it among the others",
  scope: "account",
  params: Params,
  body: RuleChanges,
  responses: { 200: Rule, 400: ErrorBody, 404: ErrorBody },
});

export const deleteRule = defineOperation({
  ...routes.deleteRule,
  summary: "Delete a rule; what it did stays",
  scope: "account",
  params: Params,
  responses: { 204: NoContent, 404: ErrorBody },
});

export const restoreRule = defineOperation({
  ...routes.restoreRule,
  summary: "Undo the deletion of a rule, for 30 days",
  scope: "account",
  params: Params,
  responses: { 200: Rule, 400: ErrorBody, 404: ErrorBody },
});

/**
 * What a rule would do to the links that are there: `changed` of them are changed, `unchanged` match and are as the rule wants
 * them already. `texts_unread` are links that may match, but whose texts were not read. `links`: the newest that are changed.
 */
export const RulePreview = Type.Object({
  changed: Type.Integer({ minimum: 0 }),
  unchanged: Type.Integer({ minimum: 0 }),
  texts_unread: Type.Integer({ minimum: 0 }),
  links: Type.Array(Link, { maxItems: RULE_PREVIEW_LINKS }),
});
export type RulePreview = Static<typeof RulePreview>;

export const previewRule = defineOperation({
  ...routes.previewRule,
  summary: "What a rule would change of the links that are there: nothing is changed",
  scope: "account",
  body: NewRule,
  responses: { 200: RulePreview, 400: ErrorBody, 404: ErrorBody },
});

export const applyRule = defineOperation({
  ...routes.applyRule,
  summary:
    "Apply a rule to the links that are there: folder, tags, favorite, done and copies, as one bulk call that can be undone. Muting, notifying and sending are for new links only",
  scope: "account",
  params: Params,
  responses: { 200: BulkAnswer, 404: ErrorBody },
});
