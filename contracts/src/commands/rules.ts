import Type from "typebox";
import { RuleId, UserId } from "../ids.ts";
import { NewRule, Rule, ruleFields } from "../rules.ts";
import { defineCommand } from "./define.ts";

const target = { userId: UserId, ruleId: RuleId };
const Position = Type.Integer({ minimum: 0 });

/** The rules of a user, in the order in which they are tried. */
export const ListRules = defineCommand(
  "links",
  "list-rules",
  { userId: UserId },
  Type.Object({ rules: Type.Array(Rule) }),
);

/**
 * Makes a rule, the last one; its id is the command's. `not-found` when it names a folder that the user does not have;
 * `rejected` when it says something twice, or the user has the maximum.
 */
export const CreateRule = defineCommand(
  "links",
  "create-rule",
  { userId: UserId, rule: NewRule },
  Type.Object({ rule: Rule }),
);

/** Changes a rule of this user, or its place among the others. `not-found` when there is none; else as {@link CreateRule}. */
export const ChangeRule = defineCommand(
  "links",
  "change-rule",
  {
    ...target,
    changes: Type.Partial(Type.Object(ruleFields)),
    position: Type.Optional(Position),
  },
  Type.Object({ rule: Rule }),
);

/** Deletes a rule of this user. What it did stays. `not-found` when there is none. */
export const DeleteRule = defineCommand("links", "delete-rule", target);

/** Undoes the deletion of a rule, for {@link UNDO_SECONDS}. `not-found` when there is none. */
export const RestoreRule = defineCommand("links", "restore-rule", target, Type.Object({ rule: Rule }));
