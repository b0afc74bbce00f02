import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { AppThunk } from "./state.ts";

export interface Toast {
  readonly id: number;
  readonly text: string;
  /** A success, or work in progress until it is dismissed; undefined: an error. */
  readonly kind?: "note" | "work" | undefined;
}

/** Milliseconds an error is shown (specification, section 9). */
export const TOAST_MS = 5000;

/** Shows a text, in place of an equal one, so that many equal failures are one toast. */
const showing =
  (kind?: Toast["kind"]) =>
  (state: { next: number; shown: Toast[] }, { payload }: PayloadAction<string>): void => {
    state.shown = state.shown.filter(({ text }) => text !== payload);
    state.shown.push({ id: state.next++, text: payload, kind });
  };

export const toasts = createSlice({
  name: "toasts",
  initialState: { next: 1, shown: [] as Toast[] },
  reducers: {
    /** Shows an error. */
    errorShown: showing(),
    /** Shows a success, in the reader's language. */
    noteShown: showing("note"),
    /** Shows work in progress, in the reader's language, until `workDone` with the same text. */
    workShown: showing("work"),
    workDone: (state, { payload }: PayloadAction<string>) => {
      state.shown = state.shown.filter(({ text, kind }) => kind !== "work" || text !== payload);
    },
    toastDismissed: (state, { payload }: PayloadAction<number>) => {
      state.shown = state.shown.filter((toast) => toast.id !== payload);
    },
  },
  selectors: { selectToasts: (state) => state.shown },
});

export const { errorShown, noteShown, workShown, workDone, toastDismissed } = toasts.actions;
export const { selectToasts } = toasts.selectors;

/** Milliseconds before progress is shown, so that it does not flash. */
const WORK_MS = 400;

/** Shows progress during work that takes a while. @returns its result */
export const whileWorking =
  <Result>(text: string, work: Promise<Result>): AppThunk<Promise<Result>> =>
  async (dispatch) => {
    const timer = setTimeout(() => dispatch(workShown(text)), WORK_MS);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
      dispatch(workDone(text));
    }
  };

declare module "./state.ts" {
  interface RootState {
    toasts: ReturnType<typeof toasts.reducer>;
  }
}
