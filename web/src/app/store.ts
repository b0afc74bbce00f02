import { combineReducers, configureStore, type Reducer, type StateFromReducersMapObject } from "@reduxjs/toolkit";
import {
  connection,
  connectionLost,
  connectionRestored,
  sayOffline,
  version,
} from "../features/offline/offline.slice.ts";
import { account, overlay } from "../session/overlay.slice.ts";
import { imports } from "../session/imports.slice.ts";
import { kept } from "../links/kept.slice.ts";
import { arrivals, display, linkDialog, shownList, waiting } from "../links/list.slice.ts";
import { createArchive } from "../session/archive.ts";
import { forgetSession, isLoggingOut, keptSession, rememberSession } from "../session/flags.ts";
import { session, signedOut } from "../session/session.slice.ts";
import { sidebar } from "../kit/sidebar.slice.ts";
import { toasts } from "../kit/toasts.slice.ts";
import { config } from "../session/config.slice.ts";
import { selection } from "../links/selection/selection.slice.ts";
import { undoable } from "../session/undo.slice.ts";
import type { api } from "../session/api.ts";
import { apiMiddleware, onApiLoaded } from "../session/apiSlot.ts";
import type { Environment } from "../kit/state.ts";
import { whenIdle } from "../kit/hooks.ts";
import { createTransport, type Transport } from "../kit/transport/transport.ts";

const transport: Transport = createTransport({
  fetch: (path, init) => fetch(path, init),
  isLoggingOut,
  onRefreshed: rememberSession,
  onSessionLost: () => {
    forgetSession();
    environment.eventId = "";
    void archive.dropOthers();
    store.dispatch(signedOut());
  },
  onAnswered: (answered) => {
    const { isLost } = store.getState().connection;
    if (answered === isLost) store.dispatch(answered ? connectionRestored() : connectionLost());
  },
  warn: (message, error) => console.warn(message, error),
});
/** Milliseconds before an answer is stored for reading offline, so that it does not delay rendering. */
const KEEP_AFTER_MS = 1000;

/** The stored answers for reading offline. */
export const archive = createArchive({
  caches: globalThis.caches,
  session: keptSession,
  rest: () => new Promise((resolve) => whenIdle(resolve, KEEP_AFTER_MS)),
});
const environment: Environment = { transport, archive, eventId: "" };

const reducers = {
  account: account.reducer,
  arrivals: arrivals.reducer,
  shownList: shownList.reducer,
  config: config.reducer,
  connection: connection.reducer,
  imports: imports.reducer,
  session: session.reducer,
  sidebar: sidebar.reducer,
  toasts: toasts.reducer,
  version: version.reducer,
  waiting: waiting.reducer,
  display: display.reducer,
  kept: kept.reducer,
  linkDialog: linkDialog.reducer,
  selection: selection.reducer,
  undo: undoable.reducer,
  overlay: overlay.reducer,
};

/** Includes the API client's state: pages that use it have loaded the client. */
type State = StateFromReducersMapObject<typeof reducers> &
  Record<typeof api.reducerPath, ReturnType<typeof api.reducer>>;

export const store = configureStore({
  reducer: combineReducers(reducers) as unknown as Reducer<State>,
  middleware: (getDefault) => getDefault({ thunk: { extraArgument: environment } }).concat(apiMiddleware, sayOffline),
});
onApiLoaded((api) => store.replaceReducer(combineReducers({ ...reducers, [api.reducerPath]: api.reducer }) as never));
