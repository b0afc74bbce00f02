import type { BulkAnswer, BulkId } from "@satchel/contracts";
import { changeLinks, deleteTag, renameTag, undoBulk } from "@satchel/contracts/routes";
import { api } from "../../session/api.ts";
import { detailApi } from "../../links/detail.api.ts";
import { filterText } from "../../links/search/syntax.ts";
import { withoutTag, withRenamed } from "./tagList.ts";

/** What renaming a tag did; `bulk_id` undoes it. `name` is how it is spelled now. */
export interface TagRenamed {
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
