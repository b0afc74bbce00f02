import { useCallback, useState } from "react";
import { type AppThunk, useAppDispatch } from "../kit/state.ts";
import type { Call, Problem } from "../kit/transport/call.ts";
import { request } from "../kit/transport/transport.ts";

/** The result of a call. */
type CallResult<Result> =
  | { readonly data: Result; readonly error?: never }
  | { readonly data?: never; readonly error: Problem };

/** Makes a call without caching its answer. Never rejects. */
export const ask =
  <Result>(call: Call): AppThunk<Promise<CallResult<Result>>> =>
  async (_dispatch, _getState, { transport }) => {
    const answer = await request(transport, call);
    return answer.problem === undefined ? { data: answer.data as Result } : { error: answer.problem };
  };

/**
 * Makes calls of one operation, with a flag for one in progress: like a mutation of RTK Query, which may not be loaded yet.
 */
export function useAsk<Result, Argument = void>(
  callOf: (argument: Argument) => Call,
): readonly [ask: (argument: Argument) => Promise<CallResult<Result>>, state: { readonly isLoading: boolean }] {
  const dispatch = useAppDispatch();
  const [isLoading, setLoading] = useState(false);
  const make = useCallback(
    async (argument: Argument) => {
      setLoading(true);
      const result = await dispatch(ask<Result>(callOf(argument)));
      setLoading(false);
      return result;
    },
    [dispatch, callOf],
  );
  return [make, { isLoading }];
}
