import { type CommandOutcome, execute, type Execution } from "@satchel/chassis";
import { aggregateSubject, type LinkEvent, type LinkId, type UserId } from "@satchel/contracts";
import type { LoadDeps } from "./load.ts";

export interface LinkTarget {
  readonly userId: UserId;
  readonly linkId: LinkId;
}

/** Executes a command on one link by {@link execute}. */
export const executeOnLink = <State, Result>(
  { journal, progress }: Pick<LoadDeps, "journal" | "progress">,
  { userId, linkId }: LinkTarget,
  execution: Pick<Execution<State, LinkEvent, Result>, "context" | "load" | "decide" | "resultOf">,
): Promise<CommandOutcome<Result>> =>
  execute({
    journal,
    progress,
    projection: "links",
    subject: aggregateSubject(userId, "links", linkId),
    ...execution,
  });
