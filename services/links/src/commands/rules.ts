import { type CommandHandler, handler } from "@satchel/chassis";
import {
  ChangeRule,
  CreateRule,
  DeleteRule,
  ListRules,
  type NewRule,
  RestoreRule,
  type Rule,
  type RuleId,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { addRule, cleanRule, deleteRule, type Edit, editRule, restoreRule } from "../domain/rules/edit.ts";
import type { RuleStore } from "../store/rules.ts";
import { knowsFolder } from "./known-folders.ts";
import type { LoadDeps } from "./load.ts";

interface RuleDeps extends LoadDeps {
  readonly rules: RuleStore;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/** The commands on the rules of an account (decision 92). */
export function ruleCommands(deps: RuleDeps): CommandHandler[] {
  const { rules, now } = deps;

  /** @throws {SatchelError} `rejected` for what makes no rule, `not-found` for a folder that the user does not have */
  async function checked<Fields extends Partial<NewRule>>(userId: UserId, fields: Fields): Promise<Fields> {
    const clean = cleanRule(fields);
    if ("wrong" in clean) throw new SatchelError("rejected", clean.wrong);
    const move = clean.actions?.find((action) => action.kind === "move");
    if (!(await knowsFolder(deps, userId, move?.folder_id))) {
      throw new SatchelError("not-found", texts.folders.notFound);
    }
    return clean;
  }

  return [
    handler(ListRules, async ({ userId }) => ({ result: { rules: [...(await rules.list(userId))] } })),
    handler(CreateRule, async ({ userId, rule }, { commandId }) => {
      const fields = await checked(userId, rule);
      const made: Rule = { id: commandId as RuleId, created_at: new Date(now()).toISOString(), ...fields };
      return { result: { rule: ruleOf(await rules.edit(userId, (current) => addRule(current, made))) } };
    }),
    handler(ChangeRule, async ({ userId, ruleId, changes, position }) => {
      const clean = await checked(userId, changes);
      const edit = await rules.edit(userId, (current) => editRule(current, ruleId, { changes: clean, position }));
      return { result: { rule: ruleOf(edit) } };
    }),
    handler(DeleteRule, async ({ userId, ruleId }) => {
      ruleOf(await rules.edit(userId, (current) => deleteRule(current, ruleId, now())));
      return { result: {} };
    }),
    handler(RestoreRule, async ({ userId, ruleId }) => ({
      result: { rule: ruleOf(await rules.edit(userId, (current) => restoreRule(current, ruleId, now()))) },
    })),
  ];
}

/** @throws {SatchelError} the refusal */
function ruleOf(edit: Edit): Rule {
  if ("refused" in edit) throw new SatchelError(edit.refused, edit.detail);
  return edit.rule;
}
