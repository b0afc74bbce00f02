import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { PublicConfig } from "@satchel/contracts";

/** What the server tells everybody of itself, once it was asked. */
export const config = createSlice({
  name: "config",
  initialState: { told: null as PublicConfig | null, hasFailed: false },
  reducers: {
    configTold: (_state, { payload }: PayloadAction<PublicConfig>) => ({ told: payload, hasFailed: false }),
    configMissed: (state) => {
      state.hasFailed = true;
    },
  },
  selectors: { selectConfig: (state) => state.told, selectHasFailed: (state) => state.hasFailed },
});

export const { configTold, configMissed } = config.actions;
export const { selectConfig, selectHasFailed } = config.selectors;
