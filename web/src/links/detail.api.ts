import type { LinkDetail, LinkId, Tag } from "@satchel/contracts";
import { getLink, listTags } from "@satchel/contracts/routes";
import { api } from "../session/api.ts";
import { withUnanswered } from "./linkChange.ts";

/** What is read of one link alone, and of the tags there are. Changes are in `links/changes.api.ts`. */
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

/** All tags; undefined until they are there. Renders again when they differ, not when they are refetched. */
export const useTags = (): readonly Tag[] | undefined =>
  useTagNamesQuery(undefined, { selectFromResult: ({ data }) => ({ data }) }).data;
