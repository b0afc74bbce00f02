import { texts } from "@satchel/contracts";
import { type PayloadAction, createSlice } from "@reduxjs/toolkit";
import type { AppThunk } from "../kit/state.ts";
import { errorShown } from "../kit/toasts.slice.ts";
import { isProblem } from "../kit/transport/call.ts";
import { signedOut } from "./session.slice.ts";

/** Takes something back. Rejects with a Problem when that failed. */
export type TakeBack = () => Promise<unknown>;

/** How each offer is taken back: functions have no place in the store. */
const ways = new Map<number, TakeBack>();
let lastId = 0;

/**
 * Says that something was done, and offers for {@link UNDO_MS} to take it back: by the toast, or by the key Z.
 * `text` is in the person's language already. Gives the offer's id, to withdraw it by `undoDismissed` where the thing
 * was not done after all.
 */
export const offerUndo =
  (text: string, takeBack: TakeBack): AppThunk<number> =>
  (dispatch, getState) => {
    lastId += 1;
    ways.set(lastId, takeBack);
    dispatch(undoShown({ id: lastId, text }));
    const standing = new Set(selectUndoables(getState()).map(({ id }) => id));
    for (const id of ways.keys()) if (!standing.has(id)) ways.delete(id);
    return lastId;
  };

/** Takes back what an offer speaks of, once. A failure is told. */
export const undo =
  (id: number): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const takeBack = ways.get(id);
    ways.delete(id);
    dispatch(undoDismissed(id));
    try {
      await takeBack?.();
    } catch (error) {
      dispatch(errorShown(isProblem(error) && error.status === 404 ? texts.links.undone : texts.unexpected));
    }
  };

/** Takes back the last thing that can be. */
export const undoLatest = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const latest = selectUndoables(getState()).at(-1);
  if (latest !== undefined) await dispatch(undo(latest.id));
};

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
