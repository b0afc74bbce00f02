import { changeLink, deleteLink, type Link, refreshLink, restoreLink, texts, visitLink } from "@satchel/contracts";
import { api } from "../../app/api.ts";
import type { AppDispatch } from "../../app/hooks.ts";
import { sayer } from "../../app/i18n/i18n.ts";
import { isProblem } from "../../app/transport/problem.ts";
import { errorShown } from "../shell/toasts.slice.ts";
import { offerUndo } from "../undo/offerUndo.ts";
import { undoDismissed } from "../undo/undo.slice.ts";
import { folderName } from "./folderName.ts";
import { showChange, showChanges } from "./optimistic.ts";

/** What may be changed of a link. Folder 0 is none; an empty title or description gives the word back to the page. */
export interface LinkWords {
  readonly is_favorite?: boolean;
  readonly folder_id?: number;
  readonly title?: string;
  readonly description?: string;
  readonly notes?: string;
  readonly tags?: readonly string[];
}

/** A change of one link. */
export interface LinkChange {
  readonly link: Link;
  readonly change: LinkWords;
  /** It takes something back itself, so taking it back is not offered. */
  readonly isUndo?: boolean;
}

/** A link as a change will leave it. What an emptied title or description becomes only the server knows. */
function withChange({ link, change }: LinkChange): Link {
  const { folder_id, title, description, notes, tags, ...rest } = change;
  return {
    ...link,
    ...rest,
    ...(folder_id === undefined ? {} : { folder_id: folder_id === 0 ? null : folder_id }),
    ...(title === undefined || title === "" ? {} : { title }),
    ...(description === undefined || description === "" ? {} : { description }),
    ...(notes === undefined ? {} : { notes: notes === "" ? null : notes }),
    ...(tags === undefined ? {} : { tags: [...tags] }),
  };
}

const withVisit = (link: Link, at: string): Link => ({
  ...link,
  visit_count: link.visit_count + 1,
  first_visited_at: link.first_visited_at ?? at,
  last_visited_at: at,
});

/** What to tell of a change that failed. A refusal of the tags is worded by the server. */
export function failureOf(error: unknown): string {
  const problem = typeof error === "object" && error !== null && "error" in error ? error.error : error;
  if (!isProblem(problem)) return texts.unexpected;
  if (problem.status === 404) return texts.links.notFound;
  return problem.detail === texts.tags.tooMany ? problem.detail : texts.unexpected;
}

const movedText = (folder: number, name: string | undefined): string =>
  folder === 0 || name === undefined ? sayer("links")("done.takenOut") : sayer("links")("done.moved", { folder: name });

/** Changes of links: shown at once, corrected by the server's answer, taken back when it fails. */
const changesApi = api.injectEndpoints({
  endpoints: (build) => ({
    changeLink: build.mutation<Link, LinkChange>({
      query: ({ link, change }) => ({ operation: changeLink, params: { id: link.id }, body: change }),
      onQueryStarted: async (change, { dispatch, queryFulfilled }) => {
        const after = withChange(change);
        const { link, isUndo } = change;
        const takeBack = dispatch(showChange(link, after));
        const folder = change.change.folder_id;
        try {
          const { data } = await queryFulfilled;
          dispatch(showChange(after, data));
          if (folder === undefined || isUndo === true || folder === (link.folder_id ?? 0)) return;
          const back = { link: data, change: { folder_id: link.folder_id ?? 0 }, isUndo: true };
          dispatch(
            offerUndo(movedText(folder, dispatch(folderName(folder))), () =>
              dispatch(changesApi.endpoints.changeLink.initiate(back)),
            ),
          );
        } catch (error) {
          takeBack();
          dispatch(errorShown(failureOf(error)));
        }
      },
    }),
    deleteLink: build.mutation<null, Link>({
      query: (link) => ({ operation: deleteLink, params: { id: link.id } }),
      onQueryStarted: async (link, { dispatch, queryFulfilled }) => {
        const takeBack = dispatch(showChange(link, null));
        // Offered at once; taken back it is when the deletion is done.
        const back = async () => {
          await queryFulfilled;
          await bringBack(dispatch, link);
        };
        const offer = dispatch(offerUndo(sayer("links")("done.deleted"), back));
        try {
          await queryFulfilled;
        } catch (error) {
          takeBack();
          dispatch(undoDismissed(offer));
          dispatch(errorShown(failureOf(error)));
        }
      },
    }),
    restoreLink: build.mutation<Link, Link>({
      query: (link) => ({ operation: restoreLink, params: { id: link.id } }),
      onQueryStarted: async (link, { dispatch, queryFulfilled }) => {
        const takeBack = dispatch(showChanges([{ before: null, after: link }]));
        try {
          dispatch(showChange(link, (await queryFulfilled).data));
        } catch {
          // Whoever asked for it tells.
          takeBack();
        }
      },
    }),
    /** Has the page of a link read anew. */
    refreshLink: build.mutation<Link, Link>({
      query: (link) => ({ operation: refreshLink, params: { id: link.id } }),
      onQueryStarted: async (link, { dispatch, queryFulfilled }) => {
        try {
          dispatch(showChange(link, (await queryFulfilled).data));
        } catch {
          // Told where it was asked for.
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
          dispatch(showChange(after, (await queryFulfilled).data));
        } catch {
          // The page has opened; a visit that was not counted is nothing to trouble anyone with.
          takeBack();
        }
      },
    }),
  }),
});

/** Brings a deleted link back, where it was. Rejects with a Problem. */
const bringBack = (dispatch: AppDispatch, link: Link): Promise<Link> =>
  dispatch(changesApi.endpoints.restoreLink.initiate(link)).unwrap();

/** Changes that a row begins, see `deeds.ts`. */
export const { changeLink: change, deleteLink: deletion, visitLink: visit } = changesApi.endpoints;

export const { useChangeLinkMutation, useDeleteLinkMutation, useRefreshLinkMutation } = changesApi;
