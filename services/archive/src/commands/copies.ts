import {
  type CommandContext,
  type CommandOutcome,
  execute,
  type Journal,
  type ProjectionProgress,
} from "@satchel/chassis";
import {
  aggregateSubject,
  type ArchiveEvent,
  type ChangeKeeping,
  type ChangeLinkKeeping,
  type ChangeQuota,
  type Decision,
  type DeleteCopy,
  type KeepAgain,
  type KeepUploaded,
  type LinkId,
  type MoveReading,
  type NoResult,
  type PayloadOf,
  type RestoreCopy,
  type UserId,
} from "@satchel/contracts";
import type { Kysely } from "kysely";
import {
  decideDelete,
  decideKeepAgain,
  decideKeepUploaded,
  decideKeeping,
  decideLinkKeeping,
  decideQuota,
  decideReading,
  decideRestore,
} from "../domain/copies.ts";
import type { ArchiveTables } from "../projection/tables.ts";
import { loadAccount, loadCopy, loadReading, loadRequest, loadSwitch } from "./load.ts";

export interface CopyCommandsDeps {
  readonly journal: Journal;
  readonly progress: ProjectionProgress;
  readonly db: Kysely<ArchiveTables>;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

interface Work<State> {
  readonly userId: UserId;
  /** Undefined for the account's own settings. */
  readonly linkId?: LinkId;
  readonly context: CommandContext;
  readonly load: () => Promise<{ readonly state: State; readonly revision: number }>;
  readonly decide: (state: State) => Decision<ArchiveEvent, NoResult>;
}

/** The commands on copies. Whether the link exists is for the caller to know. */
export function copyCommands({ journal, progress, db, now }: CopyCommandsDeps) {
  const carryOut = <State>({ userId, linkId, ...work }: Work<State>): Promise<CommandOutcome<NoResult>> =>
    execute<State, ArchiveEvent, NoResult>({
      journal,
      progress,
      projection: "archive",
      subject: aggregateSubject(userId, "archive", linkId),
      resultOf: () => ({}),
      ...work,
    });

  return {
    keepAgain: ({ userId, linkId }: PayloadOf<typeof KeepAgain>, context: CommandContext) =>
      carryOut({
        userId,
        linkId,
        context,
        load: () => loadRequest(db, userId, linkId, new Date(now() - 60_000)),
        decide: (state) => decideKeepAgain(state, linkId, now()),
      }),
    keepUploaded: ({ userId, ...upload }: PayloadOf<typeof KeepUploaded>, context: CommandContext) =>
      carryOut({
        userId,
        linkId: upload.linkId,
        context,
        load: () => loadRequest(db, userId, upload.linkId, new Date(now() - 60_000)),
        decide: (state) => decideKeepUploaded(state, upload, now()),
      }),
    delete: ({ userId, linkId, version }: PayloadOf<typeof DeleteCopy>, context: CommandContext) =>
      carryOut({
        userId,
        linkId,
        context,
        load: () => loadCopy(db, userId, linkId, version),
        decide: (state) => decideDelete(state, { linkId, version }),
      }),
    restore: ({ userId, linkId, version }: PayloadOf<typeof RestoreCopy>, context: CommandContext) =>
      carryOut({
        userId,
        linkId,
        context,
        load: () => loadCopy(db, userId, linkId, version),
        decide: (state) => decideRestore(state, { linkId, version }, now()),
      }),
    changeLinkKeeping: ({ userId, linkId, isOn }: PayloadOf<typeof ChangeLinkKeeping>, context: CommandContext) =>
      carryOut({
        userId,
        linkId,
        context,
        load: () => loadSwitch(db, userId, linkId),
        decide: (state) => decideLinkKeeping(state, linkId, isOn),
      }),
    moveReading: ({ userId, linkId, part }: PayloadOf<typeof MoveReading>, context: CommandContext) =>
      carryOut({
        userId,
        linkId,
        context,
        load: () => loadReading(db, userId, linkId),
        decide: (state) => decideReading(state, linkId, part),
      }),
    changeKeeping: ({ userId, isOn }: PayloadOf<typeof ChangeKeeping>, context: CommandContext) =>
      carryOut({
        userId,
        context,
        load: () => loadAccount(db, userId),
        decide: ({ isOn: current }) => decideKeeping(current, isOn),
      }),
    changeQuota: ({ userId, megabytes }: PayloadOf<typeof ChangeQuota>, context: CommandContext) =>
      carryOut({
        userId,
        context,
        load: () => loadAccount(db, userId),
        decide: ({ quotaMegabytes }) => decideQuota(quotaMegabytes, megabytes),
      }),
  };
}
