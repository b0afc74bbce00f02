import { texts } from "@satchel/contracts";
import { createSlice, type Middleware } from "@reduxjs/toolkit";
import { errorShown } from "../../kit/toasts.slice.ts";

type ConnectionState = { readonly connection: ReturnType<typeof connection.getInitialState> };

/** While the server can't be reached, that is why something failed, whatever else is told of it. */
export const sayOffline: Middleware<object, ConnectionState> = (store) => (next) => (action) =>
  errorShown.match(action) && store.getState().connection.isLost ? next(errorShown(texts.offline)) : next(action);

/** Whether the server answers. Lost once a call got no answer, there again once one did. */
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

declare module "../../kit/state.ts" {
  interface RootState {
    connection: ReturnType<typeof connection.reducer>;
  }
}

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
