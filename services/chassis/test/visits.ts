import {
  aggregateSubject,
  type Decision,
  defineCommand,
  happened,
  LinkId,
  nothingToDo,
  rejected,
  UserId,
} from "@satchel/contracts";
import Type from "typebox";
import type { Pool } from "pg";
import { execute, type Snapshot } from "../src/commands/execute.ts";
import { type CommandHandler, handler } from "../src/commands/serve.ts";
import type { Journal } from "../src/journal/journal.ts";
import type { ProjectionProgress } from "../src/projection/progress.ts";

/** Counts a visit and returns its number; rejected when there are as many visits as the limit. */
export const CountVisit = defineCommand(
  "links",
  "count-visit",
  { userId: UserId, linkId: LinkId, limit: Type.Optional(Type.Integer()) },
  Type.Object({ visit: Type.Integer() }),
);

/** Counts a first visit; does nothing when there was one. */
export const EnsureVisited = defineCommand(
  "links",
  "ensure-visited",
  { userId: UserId, linkId: LinkId },
  Type.Object({ visit: Type.Integer() }),
);

type VisitEvent = { type: "LinkVisited"; data: { visitCount: number } };
type Visit = { visit: number };
type State = { visits: number } | undefined;

const visited = (state: { visits: number }) =>
  happened<VisitEvent>({ type: "LinkVisited", data: { visitCount: state.visits + 1 } });

/** Pure: whether a visit counts. */
const decideCount = (state: State, limit = Number.POSITIVE_INFINITY): Decision<VisitEvent, Visit> => {
  if (state === undefined) return rejected("not-found", "No such link.");
  return state.visits >= limit ? rejected("rejected", `Visited ${state.visits} times.`) : visited(state);
};
const decideFirst = (state: State): Decision<VisitEvent, Visit> => {
  if (state === undefined) return rejected("not-found", "No such link.");
  return state.visits > 0 ? nothingToDo({ visit: state.visits }) : visited(state);
};

/** The commands of a service that counts visits in the ledger's rows. */
export function visitCommands({
  journal,
  progress,
  pool,
}: {
  journal: Journal;
  progress: ProjectionProgress;
  pool: Pool;
}): CommandHandler[] {
  const load = async (userId: UserId, linkId: LinkId): Promise<Snapshot<State>> => {
    const { rows } = await pool.query<{ visits: number; revision: number }>(
      "select visits, revision from ledger.links where user_id = $1 and id = $2",
      [userId, linkId],
    );
    return { state: rows[0], revision: rows[0]?.revision ?? 0 };
  };
  const common = ({ userId, linkId }: { userId: UserId; linkId: LinkId }) => ({
    journal,
    progress,
    projection: "ledger",
    subject: aggregateSubject(userId, "links", linkId),
    load: () => load(userId, linkId),
    resultOf: ({ data }: VisitEvent): Visit => ({ visit: data.visitCount }),
  });
  return [
    handler(CountVisit, (payload, context) =>
      execute({ ...common(payload), context, decide: (state: State) => decideCount(state, payload.limit) }),
    ),
    handler(EnsureVisited, (payload, context) => execute({ ...common(payload), context, decide: decideFirst })),
  ];
}
