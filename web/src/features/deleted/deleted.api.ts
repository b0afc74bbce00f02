import { BULK_LINKS, type BulkAnswer, type DeletedLink, type LinkId, texts } from "@satchel/contracts";
import { countDeletedLinks, eraseDeletedLinks, eraseLink, listDeletedLinks } from "@satchel/contracts/later-routes";
import { changeLinks } from "@satchel/contracts/routes";
import { api } from "../../session/api.ts";
import { type PageCursor, byCursor, nextIn } from "../../session/paging.ts";
import { ask } from "../../session/ask.ts";
import type { AppThunk } from "../../kit/state.ts";

interface DeletedPage extends PageCursor {
  links: readonly DeletedLink[];
}

/** Deleted links on one page: a screen and a half. */
const PAGE_SIZE = 30;

const deletedApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Deleted links, the last deleted first; with words, those that have all of them. Refetched with the counts. */
    deletedLinks: build.infiniteQuery<DeletedPage, string, string | null>({
      query: ({ queryArg: q, pageParam }) => ({
        operation: listDeletedLinks,
        query: { size: PAGE_SIZE, q: q === "" ? undefined : q, cursor: pageParam ?? undefined },
      }),
      transformResponse: (links: DeletedLink[], meta) => ({ links, next: nextIn(meta) }),
      infiniteQueryOptions: byCursor,
      keepUnusedDataFor: 0,
      providesTags: ["Counts"],
    }),
  }),
});

export const { useDeletedLinksInfiniteQuery } = deletedApi;

/** Removes rows from the loaded lists; the server's answer corrects them later. */
const takeOut =
  (ids: ReadonlySet<LinkId>): AppThunk =>
  (dispatch, getState) => {
    for (const q of deletedApi.util.selectCachedArgsForQuery(getState(), "deletedLinks")) {
      dispatch(
        deletedApi.util.updateQueryData("deletedLinks", q, (draft) => {
          for (const page of draft.pages) page.links = page.links.filter(({ id }) => !ids.has(id));
        }),
      );
    }
  };

/** Refetches the lists of deleted links, and all counts. */
const refetchLists = (): AppThunk => (dispatch) => void dispatch(api.util.invalidateTags(["Counts"]));

const idsOf = (links: readonly DeletedLink[]): LinkId[] => links.map(({ id }) => id);

/** The outcome of an action on deleted links: their number, and the error text if some failed. */
export interface Outcome {
  readonly count: number;
  readonly error?: string;
}

/** Restores links; their rows are removed at once. */
export const restoreLinks =
  (links: readonly DeletedLink[]): AppThunk<Promise<Outcome>> =>
  async (dispatch) => {
    dispatch(takeOut(new Set(idsOf(links))));
    let count = 0;
    let error: string | undefined;
    for (let from = 0; from < links.length && error === undefined; from += BULK_LINKS) {
      const body = { action: "restore", ids: idsOf(links.slice(from, from + BULK_LINKS)) };
      const answer = await dispatch(ask<BulkAnswer>({ operation: changeLinks, body }));
      if (answer.error !== undefined) error = texts.unexpected;
      else {
        count += answer.data.changed;
        error = answer.data.failed[0]?.detail;
      }
    }
    dispatch(refetchLists());
    return error === undefined ? { count } : { count, error };
  };

/** Called with the number of links erased so far. */
type OnErased = (count: number) => void;

/** Erases links one by one. One that no longer exists counts as success. */
export const eraseLinks =
  (links: readonly DeletedLink[], onErased: OnErased): AppThunk<Promise<Outcome>> =>
  async (dispatch) => {
    let count = 0;
    for (const { id } of links) {
      const { error } = await dispatch(ask({ operation: eraseLink, params: { id } }));
      if (error !== undefined && error.status !== 404) {
        dispatch(refetchLists());
        return { count, error: texts.unexpected };
      }
      dispatch(takeOut(new Set([id])));
      onErased(++count);
    }
    dispatch(refetchLists());
    return { count };
  };

/** Erases all deleted links, by repeated calls until none is left. */
export const eraseAll =
  (onErased: OnErased): AppThunk<Promise<Outcome>> =>
  async (dispatch) => {
    let count = 0;
    let error: string | undefined;
    for (let left = 1; left > 0 && error === undefined; ) {
      const answer = await dispatch(ask<{ erased: number; left: number }>({ operation: eraseDeletedLinks }));
      if (answer.error !== undefined) error = texts.unexpected;
      else {
        count += answer.data.erased;
        left = answer.data.left;
        onErased(count);
        // Prevents an endless loop if the server erases none of the rest.
        if (left > 0 && answer.data.erased === 0) error = texts.unexpected;
      }
    }
    dispatch(refetchLists());
    return error === undefined ? { count } : { count, error };
  };

/** The number of deleted links; undefined when it can't be loaded. */
export const countDeleted = (): AppThunk<Promise<number | undefined>> => async (dispatch) =>
  (await dispatch(ask<{ count: number }>({ operation: countDeletedLinks }))).data?.count;
