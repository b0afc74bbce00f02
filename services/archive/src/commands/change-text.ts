import {
  type BlobStore,
  type CommandContext,
  type CommandOutcome,
  type CopyTexts,
  type Journal,
  type ProjectionProgress,
  readFileName,
  unpackParts,
} from "@satchel/chassis";
import {
  aggregateSubject,
  type ChangeText,
  COPY_VERSIONS,
  type CopyId,
  isSatchelError,
  laterTexts,
  leftOutTexts,
  type PayloadOf,
  type ResultOf,
  SatchelError,
  texts as catalogue,
} from "@satchel/contracts";
import type { Kysely } from "kysely";
import { v5 } from "uuid";
import { allowedBytes, decideChangeText, decideDelete, type TextState } from "../domain/copies.ts";
import type { CopyMaker } from "../making/copy-maker.ts";
import { storeCopy } from "../making/store-copy.ts";
import { removeLateCopy } from "../policies/remove-copies.ts";
import type { ArchiveTables } from "../projection/tables.ts";
import { copyUse } from "../queries/index.ts";
import { executeOnCopies } from "./execute-on-copies.ts";
import { loadCopy, loadText } from "./load.ts";

interface Deps {
  readonly journal: Journal;
  readonly progress: ProjectionProgress;
  readonly db: Kysely<ArchiveTables>;
  readonly documents: BlobStore;
  readonly copies: BlobStore;
  readonly texts: CopyTexts;
  readonly maker: CopyMaker;
  /** Mebibytes of the copies of an account without a quota of its own. */
  readonly usualMegabytes: number;
}

type Change = PayloadOf<typeof ChangeText>;
type ChangeResult = ResultOf<typeof ChangeText>;

/**
 * Makes another text the newest version of an item ({@link ChangeText}). The copy is stored before its event, so a killed
 * process leaves the version before, or all of the new one. A text has {@link COPY_VERSIONS} versions; the oldest of more is
 * deleted, as its owner would do it.
 */
export const changeText =
  (deps: Deps) =>
  async (change: Change, context: CommandContext): Promise<CommandOutcome<ChangeResult>> => {
    const { userId, linkId, version, before } = change;
    if (!context.retry) await refuseEarly(deps, change);
    // Refused only where no earlier attempt has recorded the text: what it was made of is removed after that.
    const kept = await keep(deps, change).catch(refusalOf);
    let state: TextState | undefined;
    const outcome = await executeOnCopies<TextState, ChangeResult>(deps, change, {
      context,
      load: async () => {
        const loaded = await loadText(deps.db, userId, linkId);
        state = loaded.state;
        return loaded;
      },
      decide: (found) => {
        if (isSatchelError(kept)) throw kept;
        return decideChangeText(found, before, kept);
      },
      // An earlier attempt may have recorded it.
      resultOf: (event) => ({ version: event.type === "PageKept" ? event.data.version : version }),
    });
    await removeLateCopy(deps, { userId, linkId, version });
    const oldest = (state?.count ?? 0) >= COPY_VERSIONS ? state?.oldest : undefined;
    if (oldest === null || oldest === undefined) return outcome;
    return { ...(await deleteOldest(deps, change, oldest, context)), result: outcome.result };
  };

/**
 * Refuses what is based on an older version before a copy is made of it, which nothing would remove before the next sweep.
 * Tables that lag decide nothing here.
 */
async function refuseEarly({ db, journal }: Deps, { userId, linkId, before }: Change): Promise<void> {
  const { state, revision } = await loadText(db, userId, linkId);
  if (state.newest === before) return;
  const last = await journal.last(aggregateSubject(userId, "archive", linkId));
  if (last === undefined || last.sequence > revision) return;
  throw new SatchelError("conflict", laterTexts.texts.changed);
}

/** For `catch`: the refusal. @throws every other error */
function refusalOf(error: unknown): SatchelError {
  if (isSatchelError(error)) return error;
  throw error;
}

/** Makes the copy of the text, and stores it. @returns what its event says */
async function keep(deps: Deps, { userId, linkId, version, sentAt, edit }: Change) {
  const packed = await deps.documents.get(readFileName(userId, version));
  if (packed === undefined) throw new SatchelError("not-found", laterTexts.files.lost);
  const page = unpackParts(packed);
  const made = await deps.maker.make({ page, fetchedAt: Date.parse(sentAt), isItem: true }, userId);
  if ("failed" in made && made.failed === "no-worker") {
    throw new SatchelError("unavailable", catalogue.server.unavailable, { retryAfter: 1 });
  }
  if ("failed" in made) throw new SatchelError("rejected", leftOutTexts.unreadable);
  if (made.article === undefined) throw new SatchelError("rejected", laterTexts.texts.empty);
  const use = await copyUse(deps.db, userId);
  if (use.bytes + made.zip.length > allowedBytes(use.quotaMegabytes, deps.usualMegabytes)) {
    throw new SatchelError("full", leftOutTexts["no-room"]);
  }
  return { ...(await storeCopy(deps, { userId, linkId, version, source: "upload" }, page, made)), edit };
}

const deleteOldest = (deps: Deps, { userId, linkId }: Change, version: CopyId, context: CommandContext) =>
  executeOnCopies(
    deps,
    { userId, linkId },
    {
      context: { ...context, commandId: v5("oldest", context.commandId) },
      load: () => loadCopy(deps.db, userId, linkId, version),
      decide: (found) => decideDelete(found, { linkId, version }),
      resultOf: () => ({}),
    },
  );
