import type { LinkDetail, LinkId, Tag } from "@satchel/contracts";
import { getLink, listTags } from "@satchel/contracts/routes";
import { api } from "../session/api.ts";
import { withUnanswered } from "./linkChange.ts";

/** Queries of a single link, and of the tags. Changes are in `links/changes.api.ts`. */
export const detailApi = api.injectEndpoints({
  endpoints: (build) => ({
    linkDetail: build.query<LinkDetail, LinkId>({
      query: (id) => ({ operation: getLink, params: { id } }),
      transformResponse: (link: LinkDetail) => withUnanswered(link),
      providesTags: (_answer, _error, id) => [{ type: "Link", id }],
    }),
    tagNames: build.query<readonly Tag[], void>({
      query: () => ({ operation: listTags }),
      transformResponse: ({ tags }: { tags: Tag[] }) => tags,
      providesTags: ["Tags"],
    }),
  }),
});

export const { useLinkDetailQuery, useTagNamesQuery } = detailApi;

/** All tags; undefined until they are loaded. A refetch with the same answer causes no render. */
export const useTags = (): readonly Tag[] | undefined =>
  useTagNamesQuery(undefined, { selectFromResult: ({ data }) => ({ data }) }).data;
