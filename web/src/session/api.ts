import { type BaseQueryFn, createApi } from "@reduxjs/toolkit/query/react";
import { apiLoaded } from "./apiSlot.ts";
import type { Environment } from "../kit/state.ts";
import { answerOf } from "./keptAnswers.ts";
import type { Call } from "../kit/transport/call.ts";
import type { Problem } from "../kit/transport/problem.ts";

/** What an answer carries beside its body. */
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
  tagTypes: ["Addresses", "Captures", "Counts", "Folders", "Imports", "Passkeys", "Sessions", "User"],
  endpoints: () => ({}),
});
apiLoaded(api);

declare module "../kit/state.ts" {
  interface RootState {
    api: ReturnType<typeof api.reducer>;
  }
}
