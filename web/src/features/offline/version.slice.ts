import { createSlice } from "@reduxjs/toolkit";

/** Whether a newer version of the page waits to be shown. */
export const version = createSlice({
  name: "version",
  initialState: { isNewer: false },
  reducers: {
    newVersionFound: (state) => {
      state.isNewer = true;
    },
    newVersionPutOff: (state) => {
      state.isNewer = false;
    },
  },
  selectors: { selectHasNewVersion: (state) => state.isNewer },
});

export const { newVersionFound, newVersionPutOff } = version.actions;
export const { selectHasNewVersion } = version.selectors;

declare module "../../kit/state.ts" {
  interface RootState {
    version: ReturnType<typeof version.reducer>;
  }
}
