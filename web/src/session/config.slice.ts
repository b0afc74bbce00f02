import type { PublicConfig } from "@satchel/contracts";
import { getConfig } from "@satchel/contracts/routes";
import { type PayloadAction, createSlice } from "@reduxjs/toolkit";
import { useCallback, useEffect } from "react";
import { answerOf } from "./keptAnswers.ts";
import { type AppThunk, useAppDispatch, useAppSelector } from "../kit/state.ts";

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

/** What the gateway wrote into the document (services/gateway/src/web/documents.ts); not into that of every address. */
function ofDocument(): PublicConfig | null {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="satchel:config"]');
  return meta === null || meta === undefined ? null : (JSON.parse(meta.content) as PublicConfig);
}

/** What the server tells everybody of itself: what its document says, and then what it answers. */
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
