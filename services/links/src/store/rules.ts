import { type Bus, openRecords } from "@satchel/chassis";
import { RULES, type Rule, type StoredRules, type UserId } from "@satchel/contracts";
import type { Edit } from "../domain/rules/edit.ts";

/** The rules of all accounts (decision 92). */
export interface RuleStore {
  /** In their order, those that are switched off included. */
  list(userId: UserId): Promise<readonly Rule[]>;
  /** Changes the rules of an account, or leaves them as they are where it is refused. */
  edit(userId: UserId, decide: (current: StoredRules | undefined) => Edit): Promise<Edit>;
}

/** Opens the bucket of rules, one record for each account. */
export async function openRules(bus: Bus): Promise<RuleStore> {
  const records = await openRecords<StoredRules>(bus, RULES);
  return {
    list: async (userId) => (await records.get(userId))?.rules ?? [],
    edit: (userId, decide) =>
      records.change(userId, (current) => {
        const outcome = decide(current);
        return "refused" in outcome || outcome.stored === current ? { outcome } : { put: outcome.stored, outcome };
      }),
  };
}
