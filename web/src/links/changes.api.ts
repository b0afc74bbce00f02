import i18next from "i18next";
import type { QueryReturnValue } from "@reduxjs/toolkit/query";
import { changeLink, deleteLink, refreshLink, restoreLink, type Route, visitLink } from "@satchel/contracts/routes";
import { type FolderId, type Link, texts } from "@satchel/contracts";
import type { AppDispatch, AppThunk } from "../kit/state.ts";
import { errorShown } from "../kit/toasts.slice.ts";
import { findFolder } from "../folders/tree.ts";
import { foldersApi } from "../folders/folders.api.ts";
import { offerUndo, undoDismissed } from "../session/undo.slice.ts";
import { type LinkChange, type LinkWords, inTurn, underWay, withChange, withUnanswered } from "./linkChange.ts";
import { showChange, showChanges } from "./optimistic.ts";
import { type AnswerMeta, api } from "../session/api.ts";
import { shortened, titleOfLink } from "./linkText.ts";
import { timesIn } from "./times.ts";
import { type Call, type Problem, isAway, isProblem, reasonOf } from "../kit/transport/call.ts";
import { newName } from "../session/flags.ts";
import { hasWaiting, keepWaiting, type QueuedAction } from "./waiting.ts";

/** The name of a folder; undefined for none, and until the tree is loaded. */
export const folderName =
  (id: FolderId): AppThunk<string | undefined> =>
  (_dispatch, getState) =>
    findFolder(foldersApi.endpoints.folders.select()(getState()).data ?? [], id)?.name;

const withVisit = ({ reminder, ...link }: Link, at: string): Link => ({
  ...link,
  ...(reminder === undefined || reminder.is_due ? {} : { reminder }),
  visit_count: link.visit_count + 1,
  first_visited_at: link.first_visited_at ?? at,
  last_visited_at: at,
});

/** The error itself, without the wrapper of `queryFulfilled`. */
const unwrapped = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "error" in error ? error.error : error;

function isGone(error: unknown): boolean {
  const problem = unwrapped(error);
  return isProblem(problem) && problem.status === 404;
}

/** The message for a failed change. */
export const failureOf = (error: unknown): string => reasonOf(unwrapped(error), texts.unexpected);

/** The message of a change with an offer to undo: another folder, a reminder, a favorite or tags; undefined for others. */
const messageOf =
  ({ link, change, isUndo, isSaid }: LinkChange): AppThunk<string | undefined> =>
  (dispatch) => {
    if (isUndo === true) return undefined;
    const t = i18next.getFixedT(null, "links");
    const title = shortened(titleOfLink(link, t));
    const { folder_id, is_favorite, remind_at } = change;
    if (remind_at === null) return t("done.unreminded", { title });
    if (remind_at !== undefined) {
      const when = timesIn(i18next.language, t).exact(new Date(remind_at), new Date());
      return t("done.reminded", { title, when });
    }
    if (folder_id !== undefined && folder_id !== (link.folder_id ?? 0)) {
      const folder = folder_id === 0 ? undefined : dispatch(folderName(folder_id));
      return folder === undefined ? t("done.takenOut", { title }) : t("done.moved", { title, folder });
    }
    if (isSaid !== true) return undefined;
    if (is_favorite === undefined) return i18next.getFixedT(null, "selection")("tags.saved", { title });
    return is_favorite === link.is_favorite ? undefined : t(is_favorite ? "done.starred" : "done.unstarred", { title });
  };

/** The change that undoes one that was said. */
function before({ link, change }: LinkChange): LinkWords {
  const { folder_id, remind_at, is_favorite, add_tags, remove_tags } = change;
  if (folder_id !== undefined) return { folder_id: link.folder_id ?? 0 };
  if (remind_at !== undefined) return { remind_at: link.reminder?.at ?? null };
  if (is_favorite !== undefined) return { is_favorite: link.is_favorite };
  return { ...(remove_tags && { add_tags: remove_tags }), ...(add_tags && { remove_tags: add_tags }) };
}

type Done<Result> = QueryReturnValue<Result, Problem, AnswerMeta>;

interface PendingCall<Result> {
  readonly operation: Route;
  readonly link: Link;
  readonly deed: QueuedAction;
  /** The result if the call is stored for later. */
  readonly expected: Result;
}

/** Sends a change. Without an answer, or behind unsent changes, it is stored, sent later, and counts as done. */
const sendOrStore = <Result>(
  { operation, link, deed, expected }: PendingCall<Result>,
  dispatch: AppDispatch,
  send: (call: Call) => unknown,
): Promise<Done<Result>> =>
  inTurn(link.id, async () => {
    const body = typeof deed === "object" ? { body: deed } : {};
    const call = { operation, params: { id: link.id }, ...body, key: newName() };
    const answer = hasWaiting() ? undefined : ((await send(call)) as Done<Result>);
    if (answer !== undefined && (answer.error === undefined || !isAway(answer.error.status))) return answer;
    const isKept = dispatch(keepWaiting({ call, link, deed }));
    return isKept ? { data: expected } : (answer ?? { error: { status: 0, detail: "" } });
  });

/** Optimistic changes of links: corrected by the server's answer, reverted on failure. */
const changesApi = api.injectEndpoints({
  endpoints: (build) => ({
    changeLink: build.mutation<Link, LinkChange>({
      queryFn: ({ link, change }, { dispatch }, _options, send) => {
        const expected = withChange(link, { link, change });
        return sendOrStore({ operation: changeLink, link, deed: change, expected }, dispatch, send);
      },
      onQueryStarted: async (change, { dispatch, queryFulfilled }) => {
        const after = withChange(change.link, change);
        const { link } = change;
        const takeBack = dispatch(showChange(link, after));
        const answered = underWay(change);
        try {
          const { data } = await queryFulfilled;
          answered();
          dispatch(showChange(withUnanswered(after), withUnanswered(data)));
          const said = dispatch(messageOf(change));
          if (said === undefined) return;
          const back = before(change);
          dispatch(
            offerUndo(
              said,
              () => dispatch(changesApi.endpoints.changeLink.initiate({ link: data, change: back, isUndo: true })),
              { operation: changeLink, params: { id: link.id }, body: back },
            ),
          );
        } catch (error) {
          answered();
          takeBack();
          dispatch(errorShown(failureOf(error)));
        }
      },
    }),
    deleteLink: build.mutation<null, Link>({
      queryFn: (link, { dispatch }, _options, send) =>
        sendOrStore({ operation: deleteLink, link, deed: "deleted", expected: null }, dispatch, send),
      onQueryStarted: async (link, { dispatch, queryFulfilled }) => {
        const takeBack = dispatch(showChange(link, null));
        // Offered at once; the undo waits until the deletion is done.
        const back = async () => {
          await queryFulfilled;
          await restore(dispatch, link);
        };
        const t = i18next.getFixedT(null, "links");
        const said = t("done.deleted", { title: shortened(titleOfLink(link, t)) });
        const offer = dispatch(offerUndo(said, back, { operation: restoreLink, params: { id: link.id } }));
        try {
          await queryFulfilled;
        } catch (error) {
          dispatch(undoDismissed(offer));
          // Deleted already, for instance by the first of two clicks.
          if (isGone(error)) return;
          takeBack();
          dispatch(errorShown(failureOf(error)));
        }
      },
    }),
    restoreLink: build.mutation<Link, Link>({
      queryFn: (link, { dispatch }, _options, send) =>
        sendOrStore({ operation: restoreLink, link, deed: "restored", expected: link }, dispatch, send),
      onQueryStarted: async (link, { dispatch, queryFulfilled }) => {
        const takeBack = dispatch(showChanges([{ before: null, after: link }]));
        try {
          dispatch(showChange(link, withUnanswered((await queryFulfilled).data)));
        } catch {
          // The caller shows the failure.
          takeBack();
        }
      },
    }),
    /** Refetches the page of a link. */
    refreshLink: build.mutation<Link, Link>({
      query: (link) => ({ operation: refreshLink, params: { id: link.id } }),
      onQueryStarted: async (link, { dispatch, queryFulfilled }) => {
        try {
          dispatch(showChange(link, withUnanswered((await queryFulfilled).data)));
        } catch {
          // The caller shows the failure.
        }
      },
    }),
    /** A keepalive fetch and not a beacon, so that an expired token is renewed and the visit still counts. */
    visitLink: build.mutation<Link, { readonly link: Link; readonly at: string }>({
      query: ({ link }) => ({ operation: visitLink, params: { id: link.id }, keepalive: true }),
      onQueryStarted: async ({ link, at }, { dispatch, queryFulfilled }) => {
        const after = withVisit(link, at);
        const takeBack = dispatch(showChange(link, after));
        try {
          dispatch(showChange(after, withUnanswered((await queryFulfilled).data)));
        } catch {
          // The page was opened; an uncounted visit needs no message.
          takeBack();
        }
      },
    }),
  }),
});

/** Restores a deleted link. Rejects with a Problem. */
const restore = (dispatch: AppDispatch, link: Link): Promise<Link> =>
  dispatch(changesApi.endpoints.restoreLink.initiate(link)).unwrap();

/** Changes one link, optimistically, with a toast. */
export const changeOf =
  (change: LinkChange): AppThunk =>
  (dispatch) =>
    void dispatch(changesApi.endpoints.changeLink.initiate(change, { track: false }));

/** Deletes a link, and offers to undo that. */
export const deletionOf =
  (link: Link): AppThunk =>
  (dispatch) =>
    void dispatch(changesApi.endpoints.deleteLink.initiate(link, { track: false }));

/** Counts a visit of a link. */
export const visitOf =
  (link: Link): AppThunk =>
  (dispatch) => {
    const at = new Date().toISOString();
    void dispatch(changesApi.endpoints.visitLink.initiate({ link, at }, { track: false }));
  };

export const { changeLink: change, deleteLink: deletion } = changesApi.endpoints;

export const { useChangeLinkMutation, useRefreshLinkMutation } = changesApi;
