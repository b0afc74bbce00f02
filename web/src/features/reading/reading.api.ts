import { moveReading } from "@satchel/contracts/later-routes";
import { getArticle } from "@satchel/contracts/routes";
import type { Article, LinkId } from "@satchel/contracts";
import { api } from "../../session/api.ts";

export const readingApi = api.injectEndpoints({
  endpoints: (build) => ({
    article: build.query<Article, LinkId>({
      query: (id) => ({ operation: getArticle, params: { id } }),
      // The place that was read is the newest one each time.
      keepUnusedDataFor: 0,
    }),
    moveReading: build.mutation<null, { readonly id: LinkId; readonly read: number }>({
      query: ({ id, read }) => ({ operation: moveReading, params: { id }, body: { read } }),
    }),
  }),
});

export const { useArticleQuery, useMoveReadingMutation } = readingApi;
