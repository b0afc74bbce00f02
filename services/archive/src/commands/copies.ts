import {
  type CommandContext,
  type CommandOutcome,
  type Execution,
  type Journal,
  type ProjectionProgress,
} from "@satchel/chassis";
import {
  type ArchiveEvent,
  type ChangeKeeping,
  type ChangeLinkKeeping,
  type ChangeQuota,
  type DeleteCopy,
  type KeepAgain,
  type KeepUploaded,
  type MoveReading,
  type NoResult,
  type PayloadOf,
  type RestoreCopy,
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
import { type CopiesTarget, executeOnCopies } from "./execute-on-copies.ts";
import { loadAccount, loadCopy, loadReading, loadRequest, loadSwitch } from "./load.ts";

export interface CopyCommandsDeps {
  readonly journal: Journal;
  readonly progress: ProjectionProgress;
  readonly db: Kysely<ArchiveTables>;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

type Work<State> = CopiesTarget & Pick<Execution<State, ArchiveEvent, NoResult>, "context" | "load" | "decide">;

/** The commands on copies. Whether the link exists is for the caller to know. */
export function copyCommands(deps: CopyCommandsDeps) {
  const { db, now } = deps;
  const carryOut = <State>({ userId, linkId, ...work }: Work<State>): Promise<CommandOutcome<NoResult>> =>
    executeOnCopies<State, NoResult>(deps, { userId, linkId }, { ...work, resultOf: () => ({}) });

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
