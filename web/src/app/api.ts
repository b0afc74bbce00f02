import { NEXT_CURSOR } from "@satchel/contracts";
import { type BaseQueryFn, createApi } from "@reduxjs/toolkit/query/react";
import type { Environment } from "./environment.ts";
import { isKeptCall } from "../features/offline/keptCalls.ts";
import { type Call, pathOf } from "./transport/call.ts";
import { isAway, type Problem } from "./transport/problem.ts";
import { request } from "./transport/request.ts";

/** What an answer carries beside its body. */
export interface AnswerMeta {
  readonly headers: Headers;
}

const nextOf = (headers: Headers): string | null => headers.get(NEXT_CURSOR);

const send: BaseQueryFn<Call, unknown, Problem, object, AnswerMeta> = async (call, { signal, extra }) => {
  const { transport, archive } = extra as Environment;
  const isKept = isKeptCall(call);
  const keep = isKept ? archive.keeper() : undefined;
  const answer = await request(transport, call, call.keepalive === true ? undefined : signal);
  if (answer.problem === undefined) {
    void keep?.(pathOf(call), { data: answer.data, next: nextOf(answer.headers) });
    return { data: answer.data, meta: { headers: answer.headers } };
  }
  const kept = isKept && isAway(answer.problem.status) ? await archive.find(pathOf(call)) : undefined;
  if (kept === undefined) return { error: answer.problem };
  const headers = new Headers(kept.next === null ? {} : { [NEXT_CURSOR]: kept.next });
  return { data: kept.data, meta: { headers } };
};

/** The one client of the HTTP API; each feature injects its calls. */
export const api = createApi({
  reducerPath: "api",
  baseQuery: send,
  tagTypes: ["Addresses", "Counts", "Folders", "Imports", "Passkeys", "Sessions", "User"],
  endpoints: () => ({}),
});
