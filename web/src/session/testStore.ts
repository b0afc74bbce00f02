import { configureStore, type Reducer } from "@reduxjs/toolkit";
import { vi } from "vitest";
import { api } from "./api.ts";
import { createTransport } from "../kit/transport/transport.ts";

/** A store for tests, with a substitute for the server and the slices that a test needs. */
export function storeOver(
  fetch: (path: string, init?: RequestInit) => Promise<Response>,
  slices: Readonly<Record<string, Reducer>> = {},
) {
  const transport = createTransport({
    fetch,
    isLoggingOut: () => false,
    onRefreshed: vi.fn(),
    onSessionLost: vi.fn(),
    onAnswered: () => undefined,
    warn: vi.fn(),
  });
  const environment = {
    transport,
    archive: {
      keeper: () => async () => undefined,
      find: async () => undefined,
      wasRead: () => false,
      nameNow: () => undefined,
      hasAny: async () => false,
      dropOthers: async () => undefined,
    },
    eventId: "",
  };
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer, ...slices },
    middleware: (getDefault) => getDefault({ thunk: { extraArgument: environment } }).concat(api.middleware),
  });
}
