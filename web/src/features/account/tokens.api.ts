import { createToken, deleteToken, listTokens } from "@satchel/contracts/settings-routes";
import type { ApiToken, CreatedApiToken, NewApiToken, TokenId } from "@satchel/contracts";
import { api } from "../../session/api.ts";
import { takeFrom } from "../../session/takeFrom.ts";

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
      onQueryStarted: takeFrom("tokens"),
    }),
  }),
});

export const { useCreateTokenMutation, useEndTokenMutation, useTokensQuery } = tokensApi;
