import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { signedOut } from "./session.slice.ts";

/** Something that was done and can still be taken back; `text` says what, in the person's language. */
export interface Undoable {
  readonly id: number;
  readonly text: string;
}

/** Milliseconds for which taking something back is offered. */
export const UNDO_MS = 10_000;

/** Offers that stand at the same time: more would hide what they speak of. */
const OFFERS = 3;

export const undoable = createSlice({
  name: "undo",
  initialState: { offers: [] as Undoable[] },
  reducers: {
    undoShown: (state, { payload }: PayloadAction<Undoable>) => {
      state.offers = [...state.offers, payload].slice(-OFFERS);
    },
    undoDismissed: (state, { payload }: PayloadAction<number>) => {
      state.offers = state.offers.filter(({ id }) => id !== payload);
    },
  },
  extraReducers: (build) => {
    build.addCase(signedOut, (state) => {
      state.offers = [];
    });
  },
  selectors: { selectUndoables: (state) => state.offers },
});

export const { undoShown, undoDismissed } = undoable.actions;
export const { selectUndoables } = undoable.selectors;

declare module "../kit/state.ts" {
  interface RootState {
    undo: ReturnType<typeof undoable.reducer>;
  }
}
