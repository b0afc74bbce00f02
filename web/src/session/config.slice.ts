import type { PublicConfig } from "@satchel/contracts";
import { getConfig } from "@satchel/contracts/routes";
import { type PayloadAction, createSlice } from "@reduxjs/toolkit";
import { useCallback, useEffect } from "react";
import { answerOf } from "./keptAnswers.ts";
import { whenIdle } from "../kit/hooks.ts";
import { type AppThunk, useAppDispatch, useAppSelector } from "../kit/state.ts";

let asking: Promise<void> | undefined;

/** Requests the configuration; one request at a time. */
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

/** Milliseconds that the request waits if the document contains the answer: what is shown first comes first. */
const LATER_MS = 1000;

/** The server's public configuration: requested once, and again by `refetch`. */
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
  // Even if the document contains it, because only answers are stored for reading offline. A failure is retried by later
  // pages, but not by every part of this one.
  useEffect(() => {
    if (isAnswered) return;
    if (data === undefined) void refetch();
    else whenIdle(() => void refetch(), LATER_MS);
  }, [isAnswered, data, refetch]);
  return { data, isError, refetch };
}

/**
 * The configuration in the document, which the gateway writes for some addresses (services/gateway/src/web/documents.ts).
 */
function ofDocument(): PublicConfig | null {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="satchel:config"]');
  return meta === null || meta === undefined ? null : (JSON.parse(meta.content) as PublicConfig);
}

/** The server's public configuration: from the document, then from the answer. */
export const config = createSlice({
  name: "config",
  initialState: () => ({ told: ofDocument(), isAnswered: false, hasFailed: false }),
  reducers: {
    configTold: (_state, { payload }: PayloadAction<PublicConfig>) => ({
      told: payload,
      isAnswered: true,
      hasFailed: false,
    }),
    configMissed: (state) => {
      state.hasFailed = true;
    },
  },
  selectors: {
    selectConfig: (state) => state.told,
    selectIsAnswered: (state) => state.isAnswered,
    selectHasFailed: (state) => state.hasFailed,
  },
});

export const { configTold, configMissed } = config.actions;
export const { selectConfig, selectIsAnswered, selectHasFailed } = config.selectors;

declare module "../kit/state.ts" {
  interface RootState {
    config: ReturnType<typeof config.reducer>;
  }
}
