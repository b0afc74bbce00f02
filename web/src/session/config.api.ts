import type { PublicConfig } from "@satchel/contracts";
import { getConfig } from "@satchel/contracts/routes";
import { useCallback, useEffect } from "react";
import { type AppThunk, useAppDispatch, useAppSelector } from "../kit/state.ts";
import { answerOf } from "./keptAnswers.ts";
import { configMissed, configTold, selectConfig, selectHasFailed, selectIsAnswered } from "./config.slice.ts";

let asking: Promise<void> | undefined;

/** Asks the server, once at a time. */
const askConfig = (): AppThunk<Promise<void>> => (dispatch, _getState, environment) => {
  async function hear(): Promise<void> {
    const answer = await answerOf(environment, { operation: getConfig });
    dispatch(answer.problem === undefined ? configTold(answer.data as PublicConfig) : configMissed());
  }
  asking ??= hear().finally(() => {
    asking = undefined;
  });
  return asking;
};

/** What the server tells everybody of itself: asked for once, and again by `refetch`. */
export function useConfigQuery(): {
  readonly data: PublicConfig | undefined;
  readonly isError: boolean;
  readonly refetch: () => Promise<void>;
} {
  const dispatch = useAppDispatch();
  const data = useAppSelector(selectConfig) ?? undefined;
  const isError = useAppSelector(selectHasFailed);
  const isAnswered = useAppSelector(selectIsAnswered);
  const refetch = useCallback(() => dispatch(askConfig()), [dispatch]);
  // Also where the document says it: what is kept for reading offline are answers. A failure is not tried again by each
  // part of the page that comes; a page that comes later does.
  useEffect(() => {
    if (!isAnswered) void refetch();
  }, [isAnswered, refetch]);
  return { data, isError, refetch };
}
