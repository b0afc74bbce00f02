import type { BodyOf } from "@satchel/client";
import { type Highlight, type HighlightListQuery, type LinkId, type ListedHighlight } from "@satchel/contracts";
import {
  changeHighlight,
  createHighlight,
  deleteHighlight,
  listAllHighlights,
  restoreHighlight,
} from "@satchel/contracts/later-routes";
import { listHighlights } from "@satchel/contracts/routes";
import type { AppThunk } from "../../../kit/state.ts";
import { api } from "../../../session/api.ts";
import { type PageCursor, byCursor, nextIn } from "../../../session/paging.ts";
import { offerUndo } from "../../../session/undo.slice.ts";

export type HighlightChanges = BodyOf<typeof changeHighlight>;
export type HighlightFilters = Pick<HighlightListQuery, "q" | "color" | "folder_id" | "tag">;
type Target = Pick<Highlight, "id" | "link_id">;

/** A page of the list of all, and the cursor to the next; null at the end. */
interface HighlightPage extends PageCursor {
  readonly highlights: readonly ListedHighlight[];
}

const paramsOf = ({ id, link_id }: Target) => ({ id: link_id, highlight: id });

/** Those of a link are refetched when the link changes, those of all links with the counts. */
const changed = (linkId: LinkId) => [{ type: "Link" as const, id: linkId }, "Counts" as const];

const highlightsApi = api.injectEndpoints({
  endpoints: (build) => ({
    highlights: build.query<readonly Highlight[], LinkId>({
      query: (id) => ({ operation: listHighlights, params: { id } }),
      providesTags: (_answer, _error, id) => [{ type: "Link", id }],
    }),
    allHighlights: build.infiniteQuery<HighlightPage, HighlightFilters, string | null>({
      query: ({ queryArg, pageParam }) => ({
        operation: listAllHighlights,
        query: { ...queryArg, cursor: pageParam ?? undefined },
      }),
      transformResponse: (highlights: ListedHighlight[], meta) => ({ highlights, next: nextIn(meta) }),
      infiniteQueryOptions: byCursor,
      keepUnusedDataFor: 0,
      providesTags: ["Counts"],
    }),
    makeHighlight: build.mutation<Highlight, BodyOf<typeof createHighlight> & { readonly linkId: LinkId }>({
      query: ({ linkId, ...body }) => ({ operation: createHighlight, params: { id: linkId }, body }),
      async onQueryStarted({ linkId }, { dispatch, queryFulfilled }) {
        // A failure is shown by the caller.
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer === undefined) return;
        const add = (all: Highlight[]): Highlight[] => [...all.filter(({ id }) => id !== answer.data.id), answer.data];
        dispatch(highlightsApi.util.updateQueryData("highlights", linkId, (all) => add(all as Highlight[])));
      },
    }),
    changeHighlight: build.mutation<Highlight, { readonly target: Target; readonly changes: HighlightChanges }>({
      query: ({ target, changes }) => ({ operation: changeHighlight, params: paramsOf(target), body: changes }),
      invalidatesTags: (_answer, _error, { target }) => changed(target.link_id),
    }),
    deleteHighlight: build.mutation<null, Target>({
      query: (target) => ({ operation: deleteHighlight, params: paramsOf(target) }),
      invalidatesTags: (_answer, _error, { link_id }) => changed(link_id),
    }),
    restoreHighlight: build.mutation<Highlight, Target>({
      query: (target) => ({ operation: restoreHighlight, params: paramsOf(target) }),
      invalidatesTags: (_answer, _error, { link_id }) => changed(link_id),
    }),
  }),
});

export const { useHighlightsQuery, useAllHighlightsInfiniteQuery, useMakeHighlightMutation } = highlightsApi;

const { endpoints } = highlightsApi;

/** Changes a highlight, which can be undone. @throws Problem */
export const editHighlight =
  (highlight: Highlight, changes: HighlightChanges, text: string): AppThunk<Promise<void>> =>
  async (dispatch) => {
    await dispatch(endpoints.changeHighlight.initiate({ target: highlight, changes })).unwrap();
    const before: HighlightChanges = {
      ...(changes.color === undefined ? {} : { color: highlight.color }),
      ...(changes.note === undefined ? {} : { note: highlight.note ?? "" }),
    };
    const takeBack = (): Promise<unknown> =>
      dispatch(endpoints.changeHighlight.initiate({ target: highlight, changes: before })).unwrap();
    dispatch(offerUndo(text, takeBack, { operation: changeHighlight, params: paramsOf(highlight), body: before }));
  };

/** Deletes a highlight, which can be undone. @throws Problem */
export const removeHighlight =
  (highlight: Target, text: string): AppThunk<Promise<void>> =>
  async (dispatch) => {
    await dispatch(endpoints.deleteHighlight.initiate(highlight)).unwrap();
    const takeBack = (): Promise<unknown> => dispatch(endpoints.restoreHighlight.initiate(highlight)).unwrap();
    dispatch(offerUndo(text, takeBack, { operation: restoreHighlight, params: paramsOf(highlight) }));
  };
