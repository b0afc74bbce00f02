import { createToken, deleteToken, listTokens } from "@satchel/contracts/settings-routes";
import type { ApiToken, CreatedApiToken, NewApiToken, TokenId } from "@satchel/contracts";
import { api } from "../../session/api.ts";

/** API tokens. Ending one is optimistic, and reverted on failure. */
const tokensApi = api.enhanceEndpoints({ addTagTypes: ["Tokens"] }).injectEndpoints({
  endpoints: (build) => ({
    tokens: build.query<ApiToken[], void>({
      query: () => ({ operation: listTokens }),
      transformResponse: (answer: { tokens: ApiToken[] }) => answer.tokens,
      providesTags: ["Tokens"],
    }),
    createToken: build.mutation<CreatedApiToken, NewApiToken>({
      query: (body) => ({ operation: createToken, body }),
      invalidatesTags: ["Tokens"],
    }),
    endToken: build.mutation<null, TokenId>({
      query: (id) => ({ operation: deleteToken, params: { id } }),
      invalidatesTags: ["Tokens"],
      onQueryStarted: async (id, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          tokensApi.util.updateQueryData("tokens", undefined, (list) => list.filter((each) => each.id !== id)),
        );
        await queryFulfilled.catch(patch.undo);
      },
    }),
  }),
});

export const { useCreateTokenMutation, useEndTokenMutation, useTokensQuery } = tokensApi;
