import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

/** How many links landed above what the person is reading. */
export const arrivals = createSlice({
  name: "arrivals",
  initialState: { unseen: 0 },
  reducers: {
    linksArrived: (state, { payload }: PayloadAction<number>) => {
      state.unseen += payload;
    },
    arrivalsSeen: (state) => {
      state.unseen = 0;
    },
  },
  selectors: { selectUnseen: (state) => state.unseen },
});

export const { linksArrived, arrivalsSeen } = arrivals.actions;
export const { selectUnseen } = arrivals.selectors;

declare module "../kit/state.ts" {
  interface RootState {
    arrivals: ReturnType<typeof arrivals.reducer>;
  }
}
