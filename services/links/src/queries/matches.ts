import {
  type FolderId,
  type LinkId,
  type NewRule,
  type PastEffects,
  RULE_PREVIEW_TEXTS,
  SatchelError,
  type UserId,
} from "@satchel/contracts";
import type { Kysely } from "kysely";
import { changesOf, pastEffectsOf, type WantedChanges, wantedBy } from "../domain/rules/changes.ts";
import { cleanRule } from "../domain/rules/edit.ts";
import { folded, matcherOf } from "../domain/rules/matching.ts";
import { RULE_ROWS, RULE_TEXTS_TOGETHER } from "../limits.ts";
import type { LinksTables } from "../projection/tables.ts";
import { FACT_COLUMNS, type FactRow, factsOf } from "./rule-facts.ts";
import { foldLongText, includesAny } from "./rule-texts.ts";

/** The links of the past that a rule matches. */
export interface RuleMatches {
  /** What it wants of them. Of its effects, only those of {@link pastEffectsOf} are for the past. */
  readonly wanted: WantedChanges;
  /** Those that it changes, the newest first. */
  readonly changed: readonly LinkId[];
  /** Those of them of which it changes what is read or kept. */
  readonly affected: ReadonlySet<LinkId>;
  /** How many are as it wants them already. */
  readonly unchanged: number;
  /** How many may match, but their texts were not read. */
  readonly textsUnread: number;
}

interface MatchOptions {
  /** Whether the user has a folder that links can be in. */
  readonly isKnown: (folderId: FolderId) => boolean;
  /** The texts of these links' newest copies, of those that have one. */
  readonly textsOf: (ids: readonly LinkId[]) => Promise<ReadonlyMap<LinkId, string>>;
  /** The links of which these effects change nothing. */
  readonly asWanted: (effects: PastEffects) => Promise<(id: LinkId) => boolean>;
}

/**
 * Tries a rule with all links of a user. A preview shows what this finds, and what is applied to the past is what it finds:
 * so both are the same. Texts are read last, of the newest links whose other conditions hold.
 * @throws {SatchelError} `rejected` for what makes no rule
 */
export async function matchRule(
  db: Kysely<LinksTables>,
  userId: UserId,
  asked: Pick<NewRule, "conditions" | "actions">,
  { isKnown, textsOf, asWanted }: MatchOptions,
): Promise<RuleMatches> {
  const rule = cleanRule(asked);
  if ("wrong" in rule) throw new SatchelError("rejected", rule.wrong);
  const matcher = matcherOf(rule);
  const wanted = wantedBy(rule.actions, isKnown);
  const duplicates = rule.conditions.some(({ kind }) => kind === "duplicate")
    ? await duplicatePages(db, userId)
    : undefined;
  let matching: FactRow[] = [];
  for await (const rows of factRows(db, userId)) {
    for (const row of rows) {
      if (matcher.matches(folded(factsOf(row, duplicates?.has(row.page_id) ?? false)))) matching.push(row);
    }
  }
  matching.sort((a, b) => b.saved_at.getTime() - a.saved_at.getTime() || b.position - a.position);
  const { textWords } = matcher;
  let textsUnread = 0;
  if (textWords !== undefined) {
    textsUnread = Math.max(0, matching.length - RULE_PREVIEW_TEXTS);
    const candidates = matching.slice(0, RULE_PREVIEW_TEXTS);
    matching = [];
    for (let at = 0; at < candidates.length; at += RULE_TEXTS_TOGETHER) {
      const some = candidates.slice(at, at + RULE_TEXTS_TOGETHER);
      const texts = await textsOf(some.map(({ id }) => id));
      for (const row of some) {
        if (await includesAny(await foldLongText(texts.get(row.id) ?? ""), textWords)) matching.push(row);
      }
    }
  }
  const effects = pastEffectsOf(wanted.effects);
  const isAsWanted = Object.keys(effects).length === 0 || matching.length === 0 ? () => true : await asWanted(effects);
  const affected = new Set(matching.flatMap(({ id }) => (isAsWanted(id) ? [] : [id])));
  const changed = matching.filter(
    (row) => affected.has(row.id) || Object.keys(changesOf(stateOf(row), wanted)).length > 0,
  );
  return {
    wanted,
    changed: changed.map(({ id }) => id),
    affected,
    unchanged: matching.length - changed.length,
    textsUnread,
  };
}

const stateOf = (row: FactRow): Parameters<typeof changesOf>[0] => ({
  folderId: row.folder_id,
  isFavorite: row.is_favorite,
  tags: row.own_tags,
  pageTags: row.page_tags,
});

/** All links of a user but deleted ones, some thousand at a time, in the order of the table's key. */
export async function* factRows(db: Kysely<LinksTables>, userId: UserId): AsyncGenerator<FactRow[]> {
  for (let after: LinkId | undefined; ; ) {
    let select = db.selectFrom("links.links").select(FACT_COLUMNS).where("user_id", "=", userId);
    if (after !== undefined) select = select.where("id", ">", after);
    const rows = await select.orderBy("id").limit(RULE_ROWS).execute();
    yield rows.filter(({ deleted_at }) => deleted_at === null);
    if (rows.length < RULE_ROWS) return;
    after = rows.at(-1)?.id;
  }
}

/** The pages to which several links of a user lead. */
async function duplicatePages(db: Kysely<LinksTables>, userId: UserId): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("links.links")
    .select("page_id")
    .where("user_id", "=", userId)
    .where("deleted_at", "is", null)
    .groupBy("page_id")
    .having(({ fn }) => fn.countAll(), ">", 1)
    .execute();
  return new Set(rows.map(({ page_id }) => page_id));
}
