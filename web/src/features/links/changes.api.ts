import { changeLink, deleteLink, type Link, texts, visitLink } from "@satchel/contracts";
import { api } from "../../app/api.ts";
import { isProblem } from "../../app/transport/problem.ts";
import { errorShown } from "../shell/toasts.slice.ts";
import { showChange } from "./optimistic.ts";

/** A change of one link; folder 0 takes it out of its folder. */
export interface LinkChange {
  readonly link: Link;
  readonly change: { readonly is_favorite: boolean } | { readonly folder_id: number };
}

const withChange = ({ link, change }: LinkChange): Link =>
  "folder_id" in change
    ? { ...link, folder_id: change.folder_id === 0 ? null : change.folder_id }
    : { ...link, ...change };

const withVisit = (link: Link, at: string): Link => ({
  ...link,
  visit_count: link.visit_count + 1,
  first_visited_at: link.first_visited_at ?? at,
  last_visited_at: at,
});

const failureOf = (error: unknown): string => {
  const problem = typeof error === "object" && error !== null && "error" in error ? error.error : undefined;
  return isProblem(problem) && problem.status === 404 ? texts.links.notFound : texts.unexpected;
};

/** Changes of links: shown at once, corrected by the server's answer, taken back when it fails. */
const changesApi = api.injectEndpoints({
  endpoints: (build) => ({
    changeLink: build.mutation<Link, LinkChange>({
      query: ({ link, change }) => ({ operation: changeLink, params: { id: link.id }, body: change }),
      onQueryStarted: async (change, { dispatch, queryFulfilled }) => {
        const after = withChange(change);
        const takeBack = dispatch(showChange(change.link, after));
        try {
          dispatch(showChange(after, (await queryFulfilled).data));
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
        try {
          await queryFulfilled;
        } catch (error) {
          takeBack();
          dispatch(errorShown(failureOf(error)));
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

export const { useChangeLinkMutation, useDeleteLinkMutation, useVisitLinkMutation } = changesApi;
