import { configureStore } from "@reduxjs/toolkit";
import { arrivals } from "../features/live/arrivals.slice.ts";
import { forgetSession, isLoggingOut, rememberSession } from "../features/session/flags.ts";
import { session, signedOut } from "../features/session/session.slice.ts";
import { sidebar } from "../features/shell/sidebar.slice.ts";
import { toasts } from "../features/shell/toasts.slice.ts";
import { api } from "./api.ts";
import type { Environment } from "./environment.ts";
import { createTransport, type Transport } from "./transport/transport.ts";

const transport: Transport = createTransport({
  fetch: (path, init) => fetch(path, init),
  isLoggingOut,
  onRefreshed: rememberSession,
  onSessionLost: () => {
    forgetSession();
    store.dispatch(signedOut());
  },
  warn: (message, error) => console.warn(message, error),
});
const environment: Environment = { transport };

export const store = configureStore({
  reducer: {
    [api.reducerPath]: api.reducer,
    arrivals: arrivals.reducer,
    session: session.reducer,
    sidebar: sidebar.reducer,
    toasts: toasts.reducer,
  },
  middleware: (getDefault) => getDefault({ thunk: { extraArgument: environment } }).concat(api.middleware),
});
