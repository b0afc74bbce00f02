import { texts } from "@satchel/contracts";
import { createSlice, type Middleware } from "@reduxjs/toolkit";
import { errorShown } from "../../kit/toasts.slice.ts";
import type { session } from "../../session/session.slice.ts";

type KnownState = {
  readonly connection: ReturnType<typeof connection.getInitialState>;
  readonly session: ReturnType<typeof session.getInitialState>;
};

/**
 * Replaces error messages while the server is unreachable, which is then the cause, and leaves out those that say no more
 * than that something failed when the session has ended, which `/` says.
 */
export const sayOffline: Middleware<object, KnownState> = (store) => (next) => (action) => {
  if (!errorShown.match(action)) return next(action);
  const { connection, session } = store.getState();
  if (connection.isLost) return next(errorShown(texts.offline));
  const isOver = session.hasEnded && !session.hasLeft && session.status === "anonymous";
  return isOver && action.payload === texts.unexpected ? action : next(action);
};

/** Whether the server answers: lost after a call without an answer, restored by the next answer. */
export const connection = createSlice({
  name: "connection",
  initialState: { isLost: false },
  reducers: {
    connectionLost: (state) => {
      state.isLost = true;
    },
    connectionRestored: (state) => {
      state.isLost = false;
    },
  },
  selectors: { selectIsOffline: (state) => state.isLost },
});

export const { connectionLost, connectionRestored } = connection.actions;
export const { selectIsOffline } = connection.selectors;

/** Whether a newer version of the page is available. */
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
    connection: ReturnType<typeof connection.reducer>;
    version: ReturnType<typeof version.reducer>;
  }
}
