import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { PublicConfig } from "@satchel/contracts";

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
