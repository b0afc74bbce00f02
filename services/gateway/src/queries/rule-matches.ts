import { type CopyId, type LinkId, type NewRule, type UserId } from "@satchel/contracts";
import { type ArchiveTables, linksAsWanted, newestCopies } from "@satchel/archive/queries";
import { type FoldersTables, listFolders } from "@satchel/folders/queries";
import { type LinksTables, matchRule, type RuleMatches } from "@satchel/links/queries";
import type { Kysely } from "kysely";

/** The text of one version of a link's copy, where it has one. */
type TextOf = (key: {
  readonly userId: UserId;
  readonly linkId: LinkId;
  readonly version: CopyId;
}) => Promise<string | undefined>;

/** What a rule would do to the links of a user that are there. */
export async function findRuleMatches(
  db: Kysely<LinksTables & FoldersTables & ArchiveTables>,
  userId: UserId,
  rule: NewRule,
  textOf: TextOf,
): Promise<RuleMatches> {
  const folders = (await listFolders(db, userId)).flatMap((folder) => [folder, ...folder.children]);
  const known = new Set(folders.filter(({ search }) => search === null).map(({ id }) => id));
  return matchRule(db, userId, rule, {
    isKnown: (folderId) => known.has(folderId),
    textsOf: async (ids) => {
      const copies = await newestCopies(db, userId, ids);
      const texts = await Promise.all(
        [...copies].map(async ([linkId, { version }]) => [linkId, await textOf({ userId, linkId, version })] as const),
      );
      return new Map(texts.flatMap(([linkId, text]) => (text === undefined ? [] : [[linkId, text] as const])));
    },
    asWanted: async (effects) => {
      const { done, keep } = await linksAsWanted(db, userId, effects);
      return (id) => done?.has(id) !== false && keep?.has(id) !== false;
    },
  });
}
