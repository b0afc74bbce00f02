import { texts } from "@satchel/contracts";
import { type PayloadAction, createSlice } from "@reduxjs/toolkit";
import type { AppThunk } from "../kit/state.ts";
import { errorShown } from "../kit/toasts.slice.ts";
import { type Call, isProblem, request } from "../kit/transport/call.ts";
import { signedOut } from "./session.slice.ts";

/** Takes something back. Rejects with a Problem when that failed. */
type TakeBack = () => Promise<unknown>;

/** How an offer is taken back: by the page that made it, or by a call alone after a reload. */
interface Way {
  readonly takeBack?: TakeBack;
  readonly call?: Call | undefined;
}

/** The ways of the offers: functions have no place in the store. */
const ways = new Map<number, Way>();

/**
 * Says that something was done, and offers for {@link UNDO_MS} to take it back: by the toast, or by the key Z.
 * `text` is in the person's language already. Gives the offer's id, to withdraw it by `undoDismissed` where the thing
 * was not done after all.
 * @param call takes it back too: with it, the offer is there after a reload of the page as well
 */
export const offerUndo =
  (text: string, takeBack: TakeBack, call?: Call): AppThunk<number> =>
  (dispatch, getState) => {
    const id = Math.max(0, ...ways.keys(), ...selectUndoables(getState()).map((offer) => offer.id)) + 1;
    ways.set(id, { takeBack, call });
    dispatch(undoShown({ id, text }));
    const standing = new Set(selectUndoables(getState()).map((offer) => offer.id));
    for (const known of ways.keys()) if (!standing.has(known)) ways.delete(known);
    return id;
  };

/** Takes back by a call alone, where the page that knew more of it was reloaded. What it changes comes as live events. */
const takeBackBy =
  (call: Call): AppThunk<Promise<void>> =>
  async (_dispatch, _getState, { transport }) => {
    const { problem } = await request(transport, call);
    if (problem !== undefined) throw problem;
  };

/** Takes back what an offer speaks of, once. A failure is told. */
export const undo =
  (id: number): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const { takeBack, call } = ways.get(id) ?? {};
    ways.delete(id);
    dispatch(undoDismissed(id));
    try {
      if (takeBack !== undefined) await takeBack();
      else if (call !== undefined) await dispatch(takeBackBy(call));
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

const KEY = "satchel.undo";

/** Milliseconds for which offers are kept in the tab: a tab that was closed and comes back tomorrow offers nothing. */
const KEPT_MS = 60_000;

interface KeptOffer extends Undoable {
  readonly call: Call;
}

/** Keeps the offers that can be taken back after a reload, in the place of those before. */
export function keepOffers(offers: readonly Undoable[]): void {
  const kept = offers.flatMap((offer): KeptOffer[] => {
    const call = ways.get(offer.id)?.call;
    return call === undefined ? [] : [{ ...offer, call }];
  });
  if (kept.length === 0) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify({ at: Date.now(), offers: kept }));
}

/** The offers that stood when the page was reloaded; none where what is kept can't be read. */
function keptOffers(): Undoable[] {
  try {
    const text = globalThis.sessionStorage?.getItem(KEY) ?? "null";
    const kept = JSON.parse(text) as { readonly at: number; readonly offers: readonly KeptOffer[] } | null;
    if (kept === null || Date.now() - kept.at >= KEPT_MS) return [];
    const offers = kept.offers.map(({ id, text }) => ({ id, text }));
    for (const { id, call } of kept.offers) ways.set(id, { call });
    return offers;
  } catch {
    return [];
  }
}

export const undoable = createSlice({
  name: "undo",
  initialState: () => ({ offers: keptOffers() }),
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
