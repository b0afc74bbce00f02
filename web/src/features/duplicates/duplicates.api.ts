import {
  type BulkAnswer,
  type BulkId,
  type DuplicatePage,
  type DuplicatePages,
  type LinkId,
  type MergeAnswer,
  texts,
} from "@satchel/contracts";
import { listDuplicates, mergeLinks } from "@satchel/contracts/later-routes";
import i18next from "i18next";
import type { AppThunk } from "../../kit/state.ts";
import { errorShown, noteShown } from "../../kit/toasts.slice.ts";
import { isAway, isProblem, reasonOf } from "../../kit/transport/call.ts";
import { refreshAll } from "../../links/refresh.ts";
import { offerBulkUndo } from "../../links/selection/bulk.api.ts";
import { api } from "../../session/api.ts";
import { type PageCursor, byCursor, nextIn } from "../../session/paging.ts";
import { ask } from "../../session/ask.ts";
import { newName } from "../../session/flags.ts";
import { type Choices, keptOf } from "./merged.ts";

type Part = DuplicatePages & PageCursor;

const duplicatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Pages that several links lead to, the last saved first. Refetched with the counts. */
    duplicates: build.infiniteQuery<Part, void, string | null>({
      query: ({ pageParam }) => ({ operation: listDuplicates, query: { cursor: pageParam ?? undefined } }),
      transformResponse: (answer: DuplicatePages, meta) => ({ ...answer, next: nextIn(meta) }),
      infiniteQueryOptions: byCursor,
      keepUnusedDataFor: 0,
      providesTags: ["Counts"],
    }),
    /** One part, for merging all. */
    duplicatesPart: build.query<Part, string | null>({
      query: (cursor) => ({ operation: listDuplicates, query: { cursor: cursor ?? undefined } }),
      transformResponse: (answer: DuplicatePages, meta) => ({ ...answer, next: nextIn(meta) }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useDuplicatesInfiniteQuery } = duplicatesApi;

/** The message for a failed call. */
const failureOf = (error: unknown): string =>
  reasonOf(error, isProblem(error) && isAway(error.status) ? texts.offline : texts.unexpected);

/** One step of merging, which is undone as a whole. */
interface Step {
  bulkId?: BulkId;
  /** Links that were deleted because others have all of theirs now. */
  links: number;
  /** Pages of which links were merged, with the kept link. */
  readonly kept: Map<string, LinkId>;
  /** Why some links were not merged. */
  failure?: string;
  /** Whether the server did not answer. */
  isStuck: boolean;
}

const newStep = (): Step => ({ links: 0, kept: new Map(), isStuck: false });

/** Merges the loaded links of a page. @returns whether some were merged */
const mergeInto =
  (step: Step, { page_id, links }: DuplicatePage, keep: LinkId): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    const others = links.map(({ id }) => id).filter((id) => id !== keep);
    const body = { keep, others, ...(step.bulkId === undefined ? {} : { bulk_id: step.bulkId }) };
    const { data, error } = await dispatch(ask<MergeAnswer>({ operation: mergeLinks, body, key: newName() }));
    if (error !== undefined) {
      step.failure = failureOf(error);
      step.isStuck = error.status >= 500 || isAway(error.status);
      return false;
    }
    step.bulkId = data.bulk_id;
    step.links += data.merged;
    step.kept.set(page_id, keep);
    const [failed] = data.failed;
    if (failed !== undefined) step.failure = failed.detail;
    return data.merged > 0;
  };

/** Refetches what is shown, says what was done, and offers to undo it. */
const ended =
  ({ bulkId, kept, links, failure }: Step): AppThunk<Promise<void>> =>
  async (dispatch) => {
    await dispatch(refreshAll());
    if (failure !== undefined) dispatch(errorShown(failure));
    if (bulkId === undefined) return;
    const t = i18next.getFixedT(null, "duplicates");
    const text = kept.size === 1 ? t("done.one", { count: links + 1 }) : t("done.many", { count: kept.size });
    const onUndone = ({ changed, failed }: BulkAnswer): void => {
      if (failed.length > 0) dispatch(errorShown(failed[0]?.detail ?? texts.unexpected));
      // A kept link that was changed since stays as it is.
      else if (changed < kept.size + links) dispatch(noteShown(t("undonePartly")));
    };
    dispatch(offerBulkUndo(text, bulkId, onUndone));
  };

/** Merges the loaded links of one page. */
export const mergePage =
  (page: DuplicatePage, keep: LinkId): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const step = newStep();
    await dispatch(mergeInto(step, page, keep));
    await dispatch(ended(step));
  };

/** What a merge of all pages needs to know on its way. */
interface Progress {
  /** Called with the number of merged pages so far. */
  readonly onMerged: (pages: number) => void;
  readonly isStopped: () => boolean;
}

/**
 * Merges the links of all pages as one step, call after call. A page that can't be merged does not stop it; a server that
 * does not answer does.
 */
export const mergeAll =
  (choices: Choices, progress: Progress): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const step = newStep();
    try {
      // A page with more links than one call takes comes again, and is merged into the same link.
      while (await dispatch(mergeOnce(step, choices, progress)));
    } catch (error) {
      step.failure = failureOf(error);
    }
    await dispatch(ended(step));
  };

/** Goes through all pages once. Rejects with a Problem. @returns whether some have links left that can be merged */
const mergeOnce =
  (step: Step, choices: Choices, { onMerged, isStopped }: Progress): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    let isMore = false;
    let cursor: string | null = null;
    do {
      const asked = duplicatesApi.endpoints.duplicatesPart.initiate(cursor, { forceRefetch: true, subscribe: false });
      const part: Part = await dispatch(asked).unwrap();
      for (const page of part.pages) {
        const keep = keptOf(page, new Map([...choices, ...step.kept]))?.id;
        if (isStopped() || step.isStuck) return false;
        if (keep === undefined || !(await dispatch(mergeInto(step, page, keep)))) continue;
        isMore ||= page.number > page.links.length;
        onMerged(step.kept.size);
      }
      cursor = part.next;
    } while (cursor !== null);
    return isMore;
  };
