import { useCallback, useState } from "react";
import { type AppThunk, useAppDispatch } from "../kit/state.ts";
import { type Call, type Problem, request } from "../kit/transport/call.ts";

/** What came of a call. */
type CallResult<Result> =
  | { readonly data: Result; readonly error?: never }
  | { readonly data?: never; readonly error: Problem };

/** Makes a call whose answer nobody else needs, and that is kept nowhere. Never rejects. */
export const ask =
  <Result>(call: Call): AppThunk<Promise<CallResult<Result>>> =>
  async (_dispatch, _getState, { transport }) => {
    const answer = await request(transport, call);
    return answer.problem === undefined ? { data: answer.data as Result } : { error: answer.problem };
  };

/** Makes calls of one kind, and says whether one is under way: as a mutation of RTK Query does, before that is loaded. */
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
