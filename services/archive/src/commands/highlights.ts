import { type CommandContext, type CommandOutcome, execute, type Snapshot } from "@satchel/chassis";
import {
  type ChangeHighlight,
  type Decision,
  type DeleteHighlight,
  type HighlightEvent,
  type HighlightId,
  highlightsSubject,
  type LinkId,
  type MakeHighlight,
  type NoResult,
  type PayloadOf,
  type RestoreHighlight,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import {
  decideChangeOfHighlight,
  decideDeleteOfHighlight,
  decideMake,
  decideRestoreOfHighlight,
  type HighlightState,
  type MakingState,
} from "../domain/highlights.ts";
import { removeLateHighlights } from "../policies/purge-highlights.ts";
import type { ArchiveTables } from "../projection/tables.ts";
import type { CopyCommandsDeps } from "./copies.ts";

type Target = PayloadOf<typeof DeleteHighlight>;
type Database = Kysely<ArchiveTables>;

/**
 * The commands on highlights. Whether the link exists is for the caller to know; where it was purged since, nothing stays.
 * @throws {SatchelError} `not-found` then
 */
export function highlightCommands({ journal, progress, db, now }: CopyCommandsDeps) {
  const unlessPurged = async <Result>(
    link: Pick<Target, "userId" | "linkId">,
    outcome: Promise<CommandOutcome<Result>>,
  ): Promise<CommandOutcome<Result>> => {
    const done = await outcome;
    if (await removeLateHighlights({ journal }, link)) throw new SatchelError("not-found", texts.links.notFound);
    return done;
  };
  const carryOut = (
    { userId, linkId, highlightId }: Target,
    context: CommandContext,
    decide: (state: HighlightState | undefined) => Decision<HighlightEvent, NoResult>,
  ): Promise<CommandOutcome<NoResult>> =>
    unlessPurged(
      { userId, linkId },
      execute<HighlightState | undefined, HighlightEvent, NoResult>({
        journal,
        progress,
        projection: "archive",
        subject: highlightsSubject(userId, linkId),
        context,
        load: () => loadHighlight(db, userId, linkId, highlightId),
        decide,
        resultOf: () => ({}),
      }),
    );

  return {
    make: ({ userId, past, formerId, ...request }: PayloadOf<typeof MakeHighlight>, context: CommandContext) => {
      const highlightId = context.commandId as HighlightId;
      return unlessPurged(
        { userId, linkId: request.linkId },
        execute<MakingState, HighlightEvent, { highlightId: HighlightId }>({
          journal,
          progress,
          projection: "archive",
          subject: highlightsSubject(userId, request.linkId),
          context,
          past: past === undefined ? undefined : new Date(past),
          load: () => loadMaking(db, userId, request.linkId, [highlightId, formerId ?? highlightId]),
          decide: (state) => decideMake(state, request, highlightId),
          resultOf: ({ data }) => ({ highlightId: data.highlightId }),
        }),
      );
    },
    change: ({ color, note, ...target }: PayloadOf<typeof ChangeHighlight>, context: CommandContext) =>
      carryOut(target, context, (state) => decideChangeOfHighlight(state, target, { color, note })),
    delete: (target: Target, context: CommandContext) =>
      carryOut(target, context, (state) => decideDeleteOfHighlight(state, target)),
    restore: (target: PayloadOf<typeof RestoreHighlight>, context: CommandContext) =>
      carryOut(target, context, (state) => decideRestoreOfHighlight(state, target, now())),
  };
}

/** One statement, so that the highlight and the sequence belong together. */
async function loadHighlight(
  db: Database,
  userId: UserId,
  linkId: LinkId,
  id: HighlightId,
): Promise<Snapshot<HighlightState | undefined>> {
  const row = await db
    .selectFrom("archive.highlight_heads as head")
    .leftJoin("archive.highlights as highlight", (join) =>
      join
        .onRef("highlight.user_id", "=", "head.user_id")
        .onRef("highlight.link_id", "=", "head.link_id")
        .on("highlight.id", "=", id),
    )
    .select(["head.revision", "highlight.color", "highlight.note", "highlight.deleted_at"])
    .where("head.user_id", "=", userId)
    .where("head.link_id", "=", linkId)
    .executeTakeFirst();
  const revision = row?.revision ?? 0;
  if (row === undefined || row.color === null) return { state: undefined, revision };
  return { state: { color: row.color, note: row.note, deletedAt: row.deleted_at }, revision };
}

async function loadMaking(
  db: Database,
  userId: UserId,
  linkId: LinkId,
  ids: readonly HighlightId[],
): Promise<Snapshot<MakingState>> {
  const { rows } = await sql<{ revision: number | null; is_made: boolean; of_link: number; of_account: number }>`
    select
      (select revision from archive.highlight_heads where user_id = ${userId} and link_id = ${linkId}) as revision,
      exists (
        select from archive.highlights
        where user_id = ${userId} and link_id = ${linkId} and id = any(${[...ids]}::uuid[])
      ) as is_made,
      (select count(*)::int from archive.highlights where user_id = ${userId} and link_id = ${linkId}) as of_link,
      (select count(*)::int from archive.highlights where user_id = ${userId}) as of_account`.execute(db);
  const [row] = rows;
  return {
    state: { isMade: row?.is_made ?? false, ofLink: row?.of_link ?? 0, ofAccount: row?.of_account ?? 0 },
    revision: Number(row?.revision ?? 0),
  };
}
