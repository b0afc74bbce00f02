import { texts } from "@satchel/contracts";
import { type PayloadAction, createSlice } from "@reduxjs/toolkit";
import i18next from "i18next";
import type { AppThunk } from "../kit/state.ts";
import { errorShown, noteShown, whileWorking } from "../kit/toasts.slice.ts";
import { type Call, isProblem } from "../kit/transport/call.ts";
import { request } from "../kit/transport/transport.ts";
import { signedIn, signedOut } from "./session.slice.ts";

/** Undoes something. Rejects with a Problem when that fails. */
type UndoFunction = () => Promise<unknown>;

/** How to undo: by a function of the page, or, after a reload, by a call alone. */
interface UndoMethod {
  readonly takeBack?: UndoFunction;
  readonly call?: Call | undefined;
}

/** The functions of the offers, outside of the store because they are not serialisable. */
const undoMethods = new Map<number, UndoMethod>();

/**
 * Shows for {@link UNDO_MS} that something was done and can be undone, by the toast or the key Z. `text` is in the reader's
 * language.
 * @returns the offer's id, to withdraw it by `undoDismissed` if the action failed after all
 * @param call undoes it, too; with it, the offer survives a reload of the page
 */
export const offerUndo =
  (text: string, takeBack: UndoFunction, call?: Call): AppThunk<number> =>
  (dispatch, getState) => {
    const id = Math.max(0, ...undoMethods.keys(), ...selectUndoables(getState()).map((offer) => offer.id)) + 1;
    undoMethods.set(id, { takeBack, call });
    dispatch(undoShown({ id, text }));
    const standing = new Set(selectUndoables(getState()).map((offer) => offer.id));
    for (const known of undoMethods.keys()) if (!standing.has(known)) undoMethods.delete(known);
    return id;
  };

/** Undoes by a call alone, after a reload of the page. Its changes arrive as live events. */
const undoByCall =
  (call: Call): AppThunk<Promise<void>> =>
  async (_dispatch, _getState, { transport }) => {
    const { problem } = await request(transport, call);
    if (problem !== undefined) throw problem;
  };

/** Undoes an offer, once, and says that it did, or shows the failure. */
export const undo =
  ({ id, text }: Undoable): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const { takeBack, call } = undoMethods.get(id) ?? {};
    undoMethods.delete(id);
    dispatch(undoDismissed(id));
    const t = i18next.getFixedT(null, "undo");
    const undone = takeBack?.() ?? (call && dispatch(undoByCall(call)));
    if (undone === undefined) return;
    try {
      await dispatch(whileWorking(t("working", { text }), undone));
      dispatch(noteShown(t("done")));
    } catch (error) {
      dispatch(errorShown(isProblem(error) && error.status === 404 ? texts.links.undone : texts.unexpected));
    }
  };

/** Undoes the latest offer. */
export const undoLatest = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const latest = selectUndoables(getState()).at(-1);
  if (latest !== undefined) await dispatch(undo(latest));
};

/** An action that can be undone; `text` describes it in the reader's language. */
export interface Undoable {
  readonly id: number;
  readonly text: string;
}

/** Milliseconds for which undo is offered. */
export const UNDO_MS = 10_000;

/** Offers at the same time: more would cover the list. */
const OFFERS = 3;

const KEY = "satchel.undo";

/** Milliseconds for which offers are stored in the tab: a tab that is reopened later shows none. */
const KEPT_MS = 60_000;

interface KeptOffer extends Undoable {
  readonly call: Call;
}

/** Stores the offers that survive a reload. */
export function keepOffers(offers: readonly Undoable[]): void {
  const kept = offers.flatMap((offer): KeptOffer[] => {
    const call = undoMethods.get(offer.id)?.call;
    return call === undefined ? [] : [{ ...offer, call }];
  });
  if (kept.length === 0) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify({ at: Date.now(), offers: kept }));
}

/** The stored offers; none if they can't be read. */
function keptOffers(): Undoable[] {
  try {
    const text = globalThis.sessionStorage?.getItem(KEY) ?? "null";
    const kept = JSON.parse(text) as { readonly at: number; readonly offers: readonly KeptOffer[] } | null;
    if (kept === null || Date.now() - kept.at >= KEPT_MS) return [];
    const offers = kept.offers.map(({ id, text }) => ({ id, text }));
    for (const { id, call } of kept.offers) undoMethods.set(id, { call });
    return offers;
  } catch {
    return [];
  }
}

export const undoable = createSlice({
  name: "undo",
  /** `isOver`: the session has ended, and the answer to an action of it may come yet. */
  initialState: () => ({ offers: keptOffers(), isOver: false }),
  reducers: {
    undoShown: (state, { payload }: PayloadAction<Undoable>) => {
      if (!state.isOver) state.offers = [...state.offers, payload].slice(-OFFERS);
    },
    undoDismissed: (state, { payload }: PayloadAction<number>) => {
      state.offers = state.offers.filter(({ id }) => id !== payload);
    },
  },
  extraReducers: (build) => {
    build.addCase(signedOut, (state) => {
      state.offers = [];
      state.isOver = true;
    });
    build.addCase(signedIn, (state) => {
      state.isOver = false;
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
