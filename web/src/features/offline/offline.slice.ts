import { texts } from "@satchel/contracts";
import { createSlice, type Middleware } from "@reduxjs/toolkit";
import { errorShown } from "../../kit/toasts.slice.ts";

type ConnectionState = { readonly connection: ReturnType<typeof connection.getInitialState> };

/** Replaces error messages while the server is unreachable, which is then the cause. */
export const sayOffline: Middleware<object, ConnectionState> = (store) => (next) => (action) =>
  errorShown.match(action) && store.getState().connection.isLost ? next(errorShown(texts.offline)) : next(action);

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
