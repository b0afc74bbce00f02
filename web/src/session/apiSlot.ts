import type { Middleware, Reducer } from "@reduxjs/toolkit";

/** The RTK Query client, for the store. It is loaded with the first page of the archive: signing in does not need it. */
interface Api {
  readonly reducerPath: "api";
  readonly reducer: Reducer;
  readonly middleware: Middleware;
}

let loaded: Api | undefined;
let tell: ((api: Api) => void) | undefined;

/** Called by the client's module when it was loaded. */
export function apiLoaded(client: Api): void {
  loaded = client;
  tell?.(client);
}

/** Calls back when the client is loaded, or at once. */
export function onApiLoaded(callback: (api: Api) => void): void {
  tell = callback;
  if (loaded !== undefined) callback(loaded);
}

/** Delegates to the client's middleware once it is loaded. */
export const apiMiddleware: Middleware = (store) => (next) => {
  let handle: ((action: unknown) => unknown) | undefined;
  return (action) => {
    handle ??= loaded?.middleware(store)(next);
    return handle === undefined ? next(action) : handle(action);
  };
};
