import { type BulkAnswer, type BulkId, type BulkRequest, type Link, type LinkFilters, texts } from "@satchel/contracts";
import { changeLinks, undoBulk } from "@satchel/contracts/routes";
import i18next from "i18next";
import { api } from "../../session/api.ts";
import type { AppDispatch } from "../../kit/state.ts";
import { isProblem } from "../../kit/transport/call.ts";
import { failureOf } from "../changes.api.ts";
import { folderName } from "../changes.api.ts";
import { type Change, showChanges } from "../optimistic.ts";
import { refreshAll } from "../refresh.ts";
import { errorShown } from "../../kit/toasts.slice.ts";
import { offerUndo } from "../../session/undo.slice.ts";
import { afterAction, type BulkAction } from "./bulkAction.ts";

/** To which links: those that are given, all of them loaded, or all that a list with a filter has. */
export interface BulkChange {
  readonly action: BulkAction;
  readonly which: { readonly links: readonly Link[] } | { readonly filter: LinkFilters };
}

const requestOf = ({ action, which }: BulkChange): BulkRequest =>
  ({
    ...action,
    ...("links" in which ? { ids: which.links.map(({ id }) => id) } : { filter: which.filter }),
  }) as BulkRequest;

function saidOf(action: BulkAction, count: number, folder: string | undefined): string {
  const t = i18next.getFixedT(null, "selection");
  switch (action.action) {
    case "move":
      return folder === undefined ? t("done.takenOut", { count }) : t("done.moved", { count, folder });
    case "favorite":
      return t(action.is_favorite ? "done.starred" : "done.unstarred", { count });
    case "tag":
      return t("done.tagged", { count });
    case "untag":
      return t("done.untagged", { count });
    case "delete":
      return t("done.deleted", { count });
  }
}

/** What to tell of a bulk call that failed: the server words that there are too many. */
const bulkFailure = (error: unknown): string => {
  const problem = typeof error === "object" && error !== null && "error" in error ? error.error : error;
  return isProblem(problem) && problem.detail === texts.links.tooManyAtOnce ? problem.detail : failureOf(error);
};

/**
 * Changes of many links. Those that are loaded change at once; a whole list is read anew after the server's answer, since
 * most of it may not be here. Afterwards all of it can be taken back as one.
 */
const bulkApi = api.injectEndpoints({
  endpoints: (build) => ({
    changeLinks: build.mutation<BulkAnswer, BulkChange>({
      query: (change) => ({ operation: changeLinks, body: requestOf(change) }),
      onQueryStarted: async ({ action, which }, { dispatch, queryFulfilled }) => {
        const changes: readonly Change[] =
          "links" in which ? which.links.map((link) => ({ before: link, after: afterAction(link, action) })) : [];
        const takeBack = dispatch(showChanges(changes));
        try {
          const { data } = await queryFulfilled;
          if ("filter" in which) await dispatch(refreshAll());
          dispatch(api.util.invalidateTags(["Counts"]));
          if (data.failed.length > 0) dispatch(errorShown(data.failed[0]?.detail ?? texts.unexpected));
          if (data.changed === 0) return;
          const folder = action.action === "move" ? dispatch(folderName(action.folder_id)) : undefined;
          dispatch(offerUndo(saidOf(action, data.changed, folder), () => takeBackBulk(dispatch, data.bulk_id)));
        } catch (error) {
          takeBack();
          dispatch(errorShown(bulkFailure(error)));
        }
      },
    }),
    undoLinks: build.mutation<BulkAnswer, BulkId>({
      query: (id) => ({ operation: undoBulk, params: { id } }),
    }),
  }),
});

/** Changes many links from outside of a component. */
export const changeMany = (change: BulkChange) => bulkApi.endpoints.changeLinks.initiate(change);

/** Takes back what a bulk call did, and shows it. Rejects with a Problem. */
export async function takeBackBulk(dispatch: AppDispatch, id: BulkId): Promise<void> {
  await dispatch(bulkApi.endpoints.undoLinks.initiate(id)).unwrap();
  await dispatch(refreshAll());
}

export const { useChangeLinksMutation } = bulkApi;
