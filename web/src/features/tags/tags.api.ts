import { BULK_LINKS, type BulkAnswer, type BulkId, type Tag, isSameTag } from "@satchel/contracts";
import { deleteTag, renameTag } from "@satchel/contracts/later-routes";
import { changeLinks } from "@satchel/contracts/routes";
import { api } from "../../session/api.ts";
import { detailApi } from "../../links/detail.api.ts";
import { filterText } from "../../links/search/syntax.ts";

/** The result of renaming a tag; `bulk_id` undoes it. `name` is its spelling now. */
interface RenameResult {
  readonly name: string;
  readonly changed: number;
  readonly bulk_id: BulkId;
}

/** Optimistic changes of tags on all their links, reverted on failure. */
const tagsApi = api.injectEndpoints({
  endpoints: (build) => ({
    renameTag: build.mutation<RenameResult, { readonly from: string; readonly to: string }>({
      query: ({ from, to }) => ({ operation: renameTag, params: { name: from }, body: { name: to } }),
      onQueryStarted: async ({ from, to }, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          detailApi.util.updateQueryData("tagNames", undefined, (tags) => withRenamed(tags, from, to)),
        );
        await queryFulfilled.catch(() => shown.undo());
      },
      invalidatesTags: (answer) => (answer === undefined ? [] : ["Tags"]),
    }),
    /** Removes a tag from all links in one call, so that it can be undone. */
    untagAll: build.mutation<BulkAnswer, string>({
      query: (name) => ({
        operation: changeLinks,
        body: { filter: { q: filterText("tag", name) }, action: "untag", tags: [name] },
      }),
      onQueryStarted: async (name, { dispatch, queryFulfilled }) => {
        const shown = dispatch(detailApi.util.updateQueryData("tagNames", undefined, (tags) => withoutTag(tags, name)));
        await queryFulfilled.catch(() => shown.undo());
      },
      invalidatesTags: ["Tags"],
    }),
    /** Removes a tag from any number of links; can't be undone. */
    deleteTag: build.mutation<null, string>({
      query: (name) => ({ operation: deleteTag, params: { name } }),
      onQueryStarted: async (name, { dispatch, queryFulfilled }) => {
        const shown = dispatch(detailApi.util.updateQueryData("tagNames", undefined, (tags) => withoutTag(tags, name)));
        await queryFulfilled.catch(() => shown.undo());
      },
      invalidatesTags: ["Tags"],
    }),
  }),
});

export const { useRenameTagMutation, useUntagAllMutation, useDeleteTagMutation } = tagsApi;

/** The tag of a name in any spelling. */
export const findTag = (tags: readonly Tag[], name: string): Tag | undefined =>
  tags.find((tag) => isSameTag(tag.name, name.trim()));

/** The tag that a renamed tag would be merged into, if any. */
export function mergedInto(tags: readonly Tag[], from: string, to: string): Tag | undefined {
  const other = findTag(tags, to);
  return other === undefined || isSameTag(other.name, from) ? undefined : other;
}

const byName = (a: Tag, b: Tag): number => a.name.localeCompare(b.name, undefined, { sensitivity: "base" });

export const withoutTag = (tags: readonly Tag[], name: string): Tag[] =>
  tags.filter((tag) => !isSameTag(tag.name, name));

/**
 * The tags after a rename. The counts of merged tags are added; only the server knows how many links had both, and corrects
 * the count at once.
 */
export function withRenamed(tags: readonly Tag[], from: string, to: string): Tag[] {
  const tag = findTag(tags, from);
  if (tag === undefined) return [...tags];
  const other = mergedInto(tags, from, to);
  const renamed = { name: other?.name ?? to.replace(/\s+/gu, " ").trim(), count: tag.count + (other?.count ?? 0) };
  const others = withoutTag(tags, from).filter((each) => each !== other);
  return [...others, renamed].sort(byName);
}

/**
 * Whether removing the tag from its links can be undone: a search must be able to express it, and one call must cover all
 * links.
 */
export const canUndoDeletion = ({ name, count }: Tag): boolean => !name.includes('"') && count <= BULK_LINKS;
