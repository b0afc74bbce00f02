import {
  type AnyEvent,
  type Decision,
  type EventOf,
  happened,
  type LinkChanged,
  type LinkEvent,
  nothingToDo,
  type Rule,
  type RuleEffects,
  type RuleId,
  type RuleStage,
} from "@satchel/contracts";
import type { LinkState } from "../link-state.ts";
import { changesOf, type ClaimedFields, type WantedChanges } from "./changes.ts";

/** An event of a link since it was saved. */
export interface PastEvent {
  readonly type: string;
  readonly data: unknown;
}

/** What was changed of a link by the events since its save, by whomever. Tags that a rule added are not claimed. */
export function claimedBy(events: readonly PastEvent[]): ClaimedFields {
  let claimed: ClaimedFields = { folder: false, favorite: false, tags: false };
  for (const event of events as readonly AnyEvent[]) {
    if (event.type !== "LinkChanged" && event.type !== "LinkSavedAgain") continue;
    const { folderId, isFavorite, tags } = event.data;
    const isRetagged =
      event.type === "LinkChanged" &&
      event.data.byRules === undefined &&
      (tags !== undefined || event.data.tagsOfPage === true);
    claimed = {
      folder: claimed.folder || folderId !== undefined,
      favorite: claimed.favorite || isFavorite !== undefined,
      tags: claimed.tags || isRetagged,
    };
  }
  return claimed;
}

type ByRules = NonNullable<EventOf<typeof LinkChanged>["data"]["byRules"]>;

/** The rules that acted at an event, and at which stage; undefined for events of persons. */
export function rulesOf({ type, data }: PastEvent): ByRules | undefined {
  return type === "LinkChanged" ? (data as EventOf<typeof LinkChanged>["data"]).byRules : undefined;
}

/** The rules that have acted on the link by themselves since it was saved. Each does so once. */
export const actedBy = (events: readonly PastEvent[]): ReadonlySet<RuleId> =>
  new Set(
    events.flatMap((event) => {
      const acted = rulesOf(event);
      return acted?.stage === undefined ? [] : acted.rules.map(({ ruleId }) => ruleId);
    }),
  );

/**
 * What rules do to a link at a stage of it: one event for all that match, unless there is nothing to do. A person's change since
 * the save stays as it is.
 * @param matching the rules whose conditions hold, and that have not acted on it yet, in their order
 */
export function decideRuled(
  state: LinkState | undefined,
  { stage, matching, wanted, since }: RuledRequest,
): Decision<LinkEvent, RuleEffects> {
  if (state === undefined || state.deletedAt !== null) return nothingToDo({});
  const changes = changesOf(state, wanted, claimedBy(since));
  const hasEffects = Object.keys(wanted.effects).length > 0;
  if (Object.keys(changes).length === 0 && !hasEffects) return nothingToDo({});
  const rules = matching.map(({ id, name }) => ({ ruleId: id, name }));
  const byRules = { stage, rules, ...(hasEffects ? { effects: wanted.effects } : {}) };
  return happened({ type: "LinkChanged", data: { ...changes, byRules } });
}

interface RuledRequest {
  readonly stage: RuleStage;
  readonly matching: readonly Pick<Rule, "id" | "name">[];
  readonly wanted: WantedChanges;
  /** The events of the link since it was saved. */
  readonly since: readonly PastEvent[];
}
