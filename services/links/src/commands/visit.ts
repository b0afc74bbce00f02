import { type CommandContext, type CommandOutcome, firstOf, type Journal, type Snapshot } from "@satchel/chassis";
import {
  aggregateSubject,
  type EventOf,
  type LinkVisited,
  type PayloadOf,
  RECOGNISED_EVENTS,
  type ResultOf,
  VISIT_SECONDS,
  type VisitLink,
} from "@satchel/contracts";
import { v5 } from "uuid";
import { decideVisit, type Visitor } from "../domain/link.ts";
import type { LinkState } from "../domain/link-state.ts";
import { executeOnLink } from "./execute-on-link.ts";
import type { LinkCommandsDeps } from "./links.ts";
import { loadLink } from "./load.ts";

type Visit = { readonly link: LinkState | undefined; readonly visitor: Visitor };

/**
 * Counts a visit. A repeated visit of a session within {@link VISIT_SECONDS} stores nothing: the link's newest events are read
 * one by one, until they are older than that, to find the session's visit.
 */
export const visitLink =
  (deps: LinkCommandsDeps) =>
  async (
    { userId, linkId, sessionId }: PayloadOf<typeof VisitLink>,
    context: CommandContext,
  ): Promise<CommandOutcome<ResultOf<typeof VisitLink>>> => {
    const subject = aggregateSubject(userId, "links", linkId);
    const sessionMark = sessionId === undefined ? undefined : v5(linkId, sessionId);
    const load = async (): Promise<Snapshot<Visit>> => {
      const { state, revision } = await loadLink(deps, userId, linkId);
      const since = deps.now() - VISIT_SECONDS * 1000;
      // One that was marked as unvisited has no visit that could be repeated.
      const isVisited = state !== undefined && state.visitCount > 0;
      const isRepeated =
        isVisited && sessionMark !== undefined && (await hasVisited(deps.journal, subject, sessionMark, since));
      return { state: { link: state, visitor: { sessionMark, isRepeated } }, revision };
    };
    return executeOnLink<Visit, ResultOf<typeof VisitLink>>(
      deps,
      { userId, linkId },
      { context, load, decide: ({ link, visitor }) => decideVisit(link, visitor), resultOf: () => ({}) },
    );
  };

/** Whether a session has visited a link since a time in milliseconds since 1970. */
async function hasVisited(
  journal: Pick<Journal, "readBack">,
  subject: string,
  sessionMark: string,
  since: number,
): Promise<boolean> {
  const found = await firstOf(
    journal.readBack(subject),
    ({ type, time, data }) =>
      time.getTime() < since ||
      (type === "LinkVisited" && (data as EventOf<typeof LinkVisited>["data"]).sessionMark === sessionMark),
    RECOGNISED_EVENTS,
  );
  return found !== undefined && found.time.getTime() >= since;
}
