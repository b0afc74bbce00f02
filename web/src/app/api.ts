import { type BaseQueryFn, createApi } from "@reduxjs/toolkit/query/react";
import type { Environment } from "./environment.ts";
import type { Call } from "./transport/call.ts";
import type { Problem } from "./transport/problem.ts";
import { request } from "./transport/request.ts";

/** What an answer carries beside its body. */
export interface AnswerMeta {
  readonly headers: Headers;
}

const send: BaseQueryFn<Call, unknown, Problem, object, AnswerMeta> = async (call, { signal, extra }) => {
  const { transport } = extra as Environment;
  const answer = await request(transport, call, call.keepalive === true ? undefined : signal);
  if (answer.problem !== undefined) return { error: answer.problem };
  return { data: answer.data, meta: { headers: answer.headers } };
};

/** The one client of the HTTP API; each feature injects its calls. */
export const api = createApi({
  reducerPath: "api",
  baseQuery: send,
  tagTypes: ["Counts", "Folders", "User"],
  endpoints: () => ({}),
});
