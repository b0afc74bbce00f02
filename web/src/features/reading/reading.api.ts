import { getArticle, listLinks, moveReading } from "@satchel/contracts/routes";
import type { Article, Link, LinkId } from "@satchel/contracts";
import { isReadable } from "../../links/linkText.ts";
import { api } from "../../session/api.ts";

/** Links among which the next and the previous article are found: the newest. */
const NEIGHBOURS = 100;

export const { useArticleQuery, useReadableLinksQuery, useMoveReadingMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    article: build.query<Article, LinkId>({
      query: (id) => ({ operation: getArticle, params: { id } }),
      // The place that was read is the newest one each time.
      keepUnusedDataFor: 0,
    }),
    readableLinks: build.query<readonly LinkId[], void>({
      query: () => ({ operation: listLinks, query: { size: NEIGHBOURS } }),
      transformResponse: (links: readonly Link[]) =>
        links.filter(({ copy }) => isReadable(copy?.kind)).map(({ id }) => id),
    }),
    moveReading: build.mutation<null, { readonly id: LinkId; readonly read: number }>({
      query: ({ id, read }) => ({ operation: moveReading, params: { id }, body: { read } }),
    }),
  }),
});
