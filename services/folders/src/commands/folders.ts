import {
  type CommandContext,
  type CommandOutcome,
  execute,
  type Journal,
  type ProjectionProgress,
} from "@satchel/chassis";
import {
  aggregateSubject,
  type ChangeFolder,
  type CreateFolder,
  type Decision,
  type DeleteFolder,
  type FolderEvent,
  type MoveFolder,
  type NoResult,
  type PayloadOf,
  type RestoreFolder,
  type ResultOf,
  type UserId,
} from "@satchel/contracts";
import type { Kysely } from "kysely";
import { decideChange, decideCreate, decideMove } from "../domain/folders.ts";
import type { FoldersState } from "../domain/tree.ts";
import { decideDelete, decidePurge, decideRestore } from "../domain/undo.ts";
import type { FoldersTables } from "../projection/tables.ts";
import { loadFolders } from "./load.ts";

/** Dependencies of the commands on folders. */
interface FolderCommandsDeps {
  readonly journal: Journal;
  readonly progress: ProjectionProgress;
  readonly db: Kysely<FoldersTables>;
  /** The time in milliseconds since the epoch. */
  readonly now: () => number;
}

export type FolderCommands = ReturnType<typeof folderCommands>;

/** The commands on folders. */
export function folderCommands({ journal, progress, db, now }: FolderCommandsDeps) {
  /** Executes one command; its result is derived from its event. */
  function carryOut<Result>(
    userId: UserId,
    context: CommandContext,
    decide: (state: FoldersState) => Decision<FolderEvent, Result>,
    resultOf: (event: FolderEvent) => Result,
    past?: string,
  ): Promise<CommandOutcome<Result>> {
    return execute({
      journal,
      progress,
      projection: "folders",
      subject: aggregateSubject(userId, "folders"),
      context,
      past: past === undefined ? undefined : new Date(past),
      load: () => loadFolders(db, userId),
      decide,
      resultOf,
    });
  }
  const nothing = (): NoResult => ({});

  return {
    create: ({ userId, past, ...request }: PayloadOf<typeof CreateFolder>, context: CommandContext) =>
      carryOut<ResultOf<typeof CreateFolder>>(
        userId,
        context,
        (state) => decideCreate(state, request),
        ({ data }) => ({ folderId: (data as { folderId: number }).folderId }),
        past,
      ),
    change: ({ userId, past, ...request }: PayloadOf<typeof ChangeFolder>, context: CommandContext) =>
      carryOut(userId, context, (state) => decideChange(state, request), nothing, past),
    move: ({ userId, past, ...request }: PayloadOf<typeof MoveFolder>, context: CommandContext) =>
      carryOut(userId, context, (state) => decideMove(state, request), nothing, past),
    delete: ({ userId, past, ...request }: PayloadOf<typeof DeleteFolder>, context: CommandContext) =>
      carryOut(userId, context, (state) => decideDelete(state, request), nothing, past),
    restore: ({ userId, past, ...request }: PayloadOf<typeof RestoreFolder>, context: CommandContext) => {
      const at = past === undefined ? now() : Date.parse(past);
      return carryOut(userId, context, (state) => decideRestore(state, request, at), nothing, past);
    },
    /** Not on the bus: the periodic purge calls it. */
    purge: (userId: UserId, context: CommandContext) =>
      carryOut(userId, context, (state) => decidePurge(state, now()), nothing),
  };
}
