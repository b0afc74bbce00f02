import type { CommandClient } from "@satchel/chassis";
import { CreateRule, type FolderId, isFinal, ListRules, Rule, type RuleAction, type UserId } from "@satchel/contracts";
import { Value } from "typebox/value";
import type { FaultEntry } from "../formats/index.ts";
import { importedIdOf } from "./link-history.ts";

interface ExportedRule {
  /** What the file says; undefined where that is too long. */
  readonly value: unknown;
  /** The folder here for a folder of the file. */
  readonly folderOf: (folderId: FolderId) => FolderId | null;
}

/**
 * Makes a rule of an account's export, switched off: its owner looks at it first, for the links that come with the file have
 * been through it already. Folders are those of this account; an e-reader has to be confirmed here, so none is taken over.
 * @returns why that was not possible
 */
export async function importRule(
  client: CommandClient,
  userId: UserId,
  { value, folderOf }: ExportedRule,
): Promise<FaultEntry | undefined> {
  if (!Value.Check(Rule, value)) return { kind: "fault", text: "Rule", reason: "This is no rule." };
  const { id, name, conditions } = value;
  // The file may come from this same account.
  const { result } = await client.send(ListRules, { userId });
  if (result.rules.some((rule) => rule.id === id)) return undefined;
  const fault = (reason: string): FaultEntry => ({ kind: "fault", text: name, reason });
  const actions = value.actions.flatMap((action): RuleAction[] => {
    if (action.kind === "send") return [];
    if (action.kind !== "move") return [action];
    const folderId = folderOf(action.folder_id);
    return folderId === null ? [] : [{ kind: "move", folder_id: folderId }];
  });
  if (actions.length === 0) return fault("What this rule does needs a folder or an e-reader that is not here.");
  try {
    const rule = { name, is_on: false, conditions: [...conditions], actions };
    await client.send(CreateRule, { userId, rule }, importedIdOf(userId, id), true);
    return undefined;
  } catch (error) {
    if (isFinal(error)) return fault(error.message);
    throw error;
  }
}
