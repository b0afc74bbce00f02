import {
  execute,
  type CommandContext,
  type Handled,
  type Journal,
  type Loaded,
  type ProjectionProgress,
} from "@satchel/chassis";
import {
  aggregateSubject,
  type ChangeLink,
  type Decision,
  type FolderId,
  type LinkEvent,
  type LinkId,
  partitionOf,
  type PayloadOf,
  READ_YOUR_WRITES_MS,
  type ResultOf,
  type SaveLink,
  SatchelError,
  texts,
  type UserId,
  type VisitLink,
} from "@satchel/contracts";
import type { Kysely } from "kysely";
import { readWebAddress } from "../domain/canonical-url.ts";
import { decideChange, decideDelete, decideSave, decideVisit, type LinkState } from "../domain/link.ts";
import { linkIdOf } from "../link-id.ts";
import type { LinksTables } from "../projection/tables.ts";

/** What carrying out a link's commands takes. */
export interface LinkCommandsDeps {
  readonly journal: Journal;
  readonly progress: ProjectionProgress;
  readonly db: Kysely<LinksTables>;
}

type Target = PayloadOf<typeof VisitLink>;

/** The commands on links, for the bus and for mail alike. */
export function linkCommands({ journal, progress, db }: LinkCommandsDeps) {
  return {
    /** Keeps a link. @throws {SatchelError} `invalid` when the URL is no web address */
    save: async (payload: PayloadOf<typeof SaveLink>, context: CommandContext) => {
      const address = readWebAddress(payload.url);
      if (address === undefined) {
        const errors = [{ path: "/url", message: texts.links.badUrl }];
        throw new SatchelError("invalid", texts.links.badUrl, { errors });
      }
      const { userId, folderId } = payload;
      const linkId = linkIdOf(userId, address.canonicalUrl);
      const folderExists = await knowsFolder(userId, folderId);
      return run<ResultOf<typeof SaveLink>>(
        { userId, linkId },
        context,
        (state) => decideSave(state, { ...payload, address }, folderExists),
        (event) => ({ linkId, created: event.type === "LinkSaved" }),
      );
    },

    change: async ({ userId, linkId, changes }: PayloadOf<typeof ChangeLink>, context: CommandContext) => {
      const folderExists = await knowsFolder(userId, changes.folderId);
      return run(
        { userId, linkId },
        context,
        (state) => decideChange(state, changes, folderExists),
        () => ({}),
      );
    },

    delete: (target: Target, context: CommandContext) => run(target, context, decideDelete, () => ({})),

    visit: (target: Target, context: CommandContext) => run(target, context, decideVisit, () => ({})),
  };

  function run<Result>(
    { userId, linkId }: Target,
    context: CommandContext,
    decide: (state: LinkState | undefined) => Decision<LinkEvent, Result>,
    resultOf: (event: LinkEvent) => Result,
  ): Promise<Handled<Result>> {
    return execute<LinkState | undefined, LinkEvent, Result>({
      journal,
      progress,
      projection: "links",
      subject: aggregateSubject(userId, "links", linkId),
      context,
      load: () => load(userId, linkId),
      decide,
      resultOf,
    });
  }

  async function load(userId: UserId, linkId: LinkId): Promise<Loaded<LinkState | undefined>> {
    const row = await db
      .selectFrom("links.links")
      .select([
        "deleted_at",
        "is_favorite",
        "folder_id",
        "own_title",
        "own_description",
        "own_tags",
        "visit_count",
        "revision",
      ])
      .where("user_id", "=", userId)
      .where("id", "=", linkId)
      .executeTakeFirst();
    if (row === undefined) return { state: undefined, revision: 0 };
    const state: LinkState = {
      isDeleted: row.deleted_at !== null,
      isFavorite: row.is_favorite,
      folderId: row.folder_id,
      title: row.own_title,
      description: row.own_description,
      tags: row.own_tags,
      visitCount: row.visit_count,
    };
    return { state, revision: row.revision };
  }

  /**
   * Whether a folder is the user's. A folder made a moment ago may not have reached this service's tables: a no is
   * given only after they have caught up with the folders' last event.
   */
  async function knowsFolder(userId: UserId, folderId: FolderId | null | undefined): Promise<boolean> {
    if (folderId === undefined || folderId === null) return true;
    if (await hasFolder(userId, folderId)) return true;
    const last = await journal.last(aggregateSubject(userId, "folders"));
    if (last === undefined) return false;
    const position = { projection: "links", partition: partitionOf(userId), sequence: last.sequence };
    const isThere = await progress.reached(position, READ_YOUR_WRITES_MS);
    if (await hasFolder(userId, folderId)) return true;
    if (!isThere) throw new SatchelError("unavailable", texts.server.unavailable, { retryAfter: 1 });
    return false;
  }

  async function hasFolder(userId: UserId, folderId: FolderId): Promise<boolean> {
    const row = await db
      .selectFrom("links.known_folders")
      .select("id")
      .where("user_id", "=", userId)
      .where("id", "=", folderId)
      .executeTakeFirst();
    return row !== undefined;
  }
}

export type LinkCommands = ReturnType<typeof linkCommands>;
