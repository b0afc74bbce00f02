import { randomUUID } from "node:crypto";
import {
  aggregateSubject,
  CreateRule,
  type EventOf,
  JOURNAL,
  type LinkChanged,
  type LinkId,
  type NewRule,
  type Rule,
  type UserId,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { settled } from "./events.ts";
import type { System } from "./system.ts";

const DEFAULTS: NewRule = {
  name: "A rule",
  is_on: true,
  conditions: [{ kind: "unfiled" }],
  actions: [{ kind: "favorite" }],
};

/** Makes a rule: by default, what is saved without a folder becomes a favourite. */
export const makeRule = async (system: System, userId: UserId, fields: Partial<NewRule> = {}): Promise<Rule> =>
  (await system.send(CreateRule, { userId, rule: { ...DEFAULTS, ...fields } })).rule;

/** Appends an event of the archive about a link's copy. @returns its sequence */
export async function kept(system: System, userId: UserId, linkId: LinkId, version: string): Promise<number> {
  const subject = aggregateSubject(userId, "archive", linkId);
  const data = { linkId, version, source: "fetch", type: "text/html", sha256: "0".repeat(64), bytes: 1, leftOut: 0 };
  const expected = (await system.journal.last(subject))?.sequence ?? 0;
  return (await system.journal.append({ subject, event: { id: randomUUID(), type: "PageKept", data }, expected }))
    .sequence;
}

/** Waits until the rules have been tried with everything that the journal has, and the tables show what they did. */
export async function rulesTried(system: System, userId: UserId): Promise<void> {
  let last = 0;
  for await (const { sequence } of system.journal.readUser(userId)) last = sequence;
  await eventually(async () => {
    const { num_pending, num_ack_pending, delivered } = await system.journal.jsm.consumers.info(JOURNAL, "links-rules");
    return num_pending + num_ack_pending === 0 && delivered.stream_seq >= last;
  });
  await settled(system, userId);
}

/** What rules did to a link, in the order in which they did it. */
export async function ruledEvents(
  system: System,
  userId: UserId,
  linkId: LinkId,
): Promise<EventOf<typeof LinkChanged>["data"][]> {
  const events = await system.journal.readAggregate(aggregateSubject(userId, "links", linkId));
  return events
    .filter(({ type }) => type === "LinkChanged")
    .map(({ data }) => data as EventOf<typeof LinkChanged>["data"])
    .filter(({ byRules }) => byRules !== undefined);
}
