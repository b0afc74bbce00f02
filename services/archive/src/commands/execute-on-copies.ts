import { type CommandOutcome, execute, type Execution } from "@satchel/chassis";
import { aggregateSubject, type ArchiveEvent, type LinkId, type UserId } from "@satchel/contracts";

export interface CopiesTarget {
  readonly userId: UserId;
  /** Undefined for the account's own settings. */
  readonly linkId?: LinkId | undefined;
}

/** Executes a command on the copies of one link by {@link execute}. */
export const executeOnCopies = <State, Result>(
  { journal, progress }: Pick<Execution<State, ArchiveEvent, Result>, "journal" | "progress">,
  { userId, linkId }: CopiesTarget,
  execution: Pick<Execution<State, ArchiveEvent, Result>, "context" | "load" | "decide" | "resultOf">,
): Promise<CommandOutcome<Result>> =>
  execute({
    journal,
    progress,
    projection: "archive",
    subject: aggregateSubject(userId, "archive", linkId),
    ...execution,
  });
