import type { ItemText, LinkId } from "@satchel/contracts";
import { changeText, getText } from "@satchel/contracts/later-routes";
import { api } from "../../session/api.ts";
import { readingApi } from "./reading.api.ts";

/** A text that is typed, with the version that it changes. */
export type TextDraft = Pick<ItemText, "version" | "text">;

/** The texts of notes and of text files, to be changed. */
export const { useItemTextQuery, useChangeTextMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    itemText: build.query<ItemText, LinkId>({
      query: (id) => ({ operation: getText, params: { id } }),
      // Another tab may have changed it since.
      keepUnusedDataFor: 0,
    }),
    changeText: build.mutation<ItemText, { readonly id: LinkId } & TextDraft>({
      query: ({ id, version, text }) => ({
        operation: changeText,
        params: { id },
        query: { version },
        body: new Blob([text], { type: "text/plain" }),
      }),
      // Its reading view shows it at once, and what is stored for reading offline is the new text.
      async onQueryStarted({ id }, { dispatch, queryFulfilled }) {
        // A failure is shown by the caller.
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer === undefined) return;
        void dispatch(readingApi.endpoints.article.initiate(id, { forceRefetch: true, subscribe: false }));
      },
      invalidatesTags: (_answer, error, { id }) => (error === undefined ? [{ type: "Link", id }] : []),
    }),
  }),
});
