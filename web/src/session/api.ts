import type { User } from "@satchel/contracts";
import { getUser } from "@satchel/contracts/routes";
import { type BaseQueryFn, createApi } from "@reduxjs/toolkit/query/react";
import type { Call } from "../kit/transport/call.ts";
import type { Environment } from "../kit/state.ts";
import type { Problem } from "../kit/transport/call.ts";
import { answerOf } from "./keptAnswers.ts";
import { apiLoaded } from "./apiSlot.ts";

/** Headers of an answer. */
export interface AnswerMeta {
  readonly headers: Headers;
}

const send: BaseQueryFn<Call, unknown, Problem, object, AnswerMeta> = async (call, { signal, extra }) => {
  const answer = await answerOf(extra as Environment, call, signal);
  return answer.problem === undefined
    ? { data: answer.data, meta: { headers: answer.headers } }
    : { error: answer.problem };
};

/** The one client of the HTTP API; each feature injects its calls. */
export const api = createApi({
  reducerPath: "api",
  baseQuery: send,
  tagTypes: [
    "Addresses",
    "Captures",
    "Counts",
    "Folders",
    "Imports",
    "Link",
    "Passkeys",
    "SignIns",
    "Saves",
    "Sessions",
    "Shares",
    "SmartCounts",
    "Tags",
    "User",
  ],
  endpoints: () => ({}),
});
apiLoaded(api);

const userApi = api.injectEndpoints({
  endpoints: (build) => ({
    user: build.query<User, void>({ query: () => ({ operation: getUser }), providesTags: ["User"] }),
  }),
});

export const { useUserQuery } = userApi;

/** The user; undefined until it is loaded. A refetch with the same answer causes no render. */
export const useUser = (): User | undefined =>
  useUserQuery(undefined, { selectFromResult: ({ data }) => ({ data }) }).data;

declare module "../kit/state.ts" {
  interface RootState {
    api: ReturnType<typeof api.reducer>;
  }
}
