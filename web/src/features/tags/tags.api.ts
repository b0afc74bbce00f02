import { BULK_LINKS, type BulkAnswer, type BulkId, type Tag } from "@satchel/contracts";
import { changeLinks, deleteTag, renameTag, undoBulk } from "@satchel/contracts/routes";
import { api } from "../../session/api.ts";
import { detailApi } from "../../links/detail.api.ts";
import { filterText } from "../../links/search/syntax.ts";

/** What renaming a tag did; `bulk_id` undoes it. `name` is how it is spelled now. */
interface TagRenamed {
  readonly name: string;
  readonly changed: number;
  readonly bulk_id: BulkId;
}

/** Changes of tags, on every link that has them: shown at once, taken back when they fail. */
const tagsApi = api.injectEndpoints({
  endpoints: (build) => ({
    renameTag: build.mutation<TagRenamed, { readonly from: string; readonly to: string }>({
      query: ({ from, to }) => ({ operation: renameTag, params: { name: from }, body: { name: to } }),
      onQueryStarted: async ({ from, to }, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          detailApi.util.updateQueryData("tagNames", undefined, (tags) => withRenamed(tags, from, to)),
        );
        await queryFulfilled.catch(() => shown.undo());
      },
      invalidatesTags: (answer) => (answer === undefined ? [] : ["Tags"]),
    }),
    /** Takes a tag from every link in one call, so that it can be undone. */
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
    /** Takes a tag from every link, however many there are; can't be undone. */
    deleteTag: build.mutation<null, string>({
      query: (name) => ({ operation: deleteTag, params: { name } }),
      onQueryStarted: async (name, { dispatch, queryFulfilled }) => {
        const shown = dispatch(detailApi.util.updateQueryData("tagNames", undefined, (tags) => withoutTag(tags, name)));
        await queryFulfilled.catch(() => shown.undo());
      },
      invalidatesTags: ["Tags"],
    }),
    undoTagging: build.mutation<BulkAnswer, BulkId>({
      query: (id) => ({ operation: undoBulk, params: { id } }),
      invalidatesTags: ["Tags"],
    }),
  }),
});

export const { useRenameTagMutation, useUntagAllMutation, useDeleteTagMutation } = tagsApi;
export const { undoTagging } = tagsApi.endpoints;

/** A tag is the same whatever its case and however its characters are composed (docs/api/links.md). */
const sameAs =
  (name: string) =>
  (tag: Tag): boolean =>
    tag.name.normalize("NFC").toLowerCase() === name.normalize("NFC").trim().toLowerCase();

/** The tag of that name, however it is written. */
export const findTag = (tags: readonly Tag[], name: string): Tag | undefined => tags.find(sameAs(name));

/** The other tag that a tag would become one with under a new name; undefined when there is none. */
export function mergedInto(tags: readonly Tag[], from: string, to: string): Tag | undefined {
  const other = findTag(tags, to);
  return other === undefined || sameAs(from)(other) ? undefined : other;
}

const byName = (a: Tag, b: Tag): number => a.name.localeCompare(b.name, undefined, { sensitivity: "base" });

export const withoutTag = (tags: readonly Tag[], name: string): Tag[] => tags.filter((tag) => !sameAs(name)(tag));

/**
 * The tags once one is renamed. Of two that become one the links are added up: how many had both, only the server knows,
 * and tells at once.
 */
export function withRenamed(tags: readonly Tag[], from: string, to: string): Tag[] {
  const tag = findTag(tags, from);
  if (tag === undefined) return [...tags];
  const other = mergedInto(tags, from, to);
  const renamed = { name: other?.name ?? to.replace(/\s+/gu, " ").trim(), count: tag.count + (other?.count ?? 0) };
  const others = withoutTag(tags, from).filter((each) => each !== other);
  return [...others, renamed].sort(byName);
}

/** Whether taking the tag from its links can be undone: a search must be able to name it, one call must reach all. */
export const canUndoDeletion = ({ name, count }: Tag): boolean => !name.includes('"') && count <= BULK_LINKS;
