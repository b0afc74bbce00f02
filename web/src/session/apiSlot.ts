import type { Middleware } from "@reduxjs/toolkit";
import type { api } from "./api.ts";

/** What holds the answers of the archive. It is loaded with the first page that shows some: signing in needs none. */
export type Api = typeof api;

let loaded: Api | undefined;
let tell: ((api: Api) => void) | undefined;

/** The client is there. Said by its own module, before anything can use it. */
export function apiLoaded(client: Api): void {
  loaded = client;
  tell?.(client);
}

/** Calls back once the client is there, or at once. */
export function onApiLoaded(callback: (api: Api) => void): void {
  tell = callback;
  if (loaded !== undefined) callback(loaded);
}

/** The client, where it was loaded. */
export const loadedApi = (): Api | undefined => loaded;

/** Stands where the client's middleware will be. */
export const apiMiddleware: Middleware = (store) => (next) => {
  let handle: ((action: unknown) => unknown) | undefined;
  return (action) => {
    handle ??= loaded?.middleware(store as never)(next);
    return handle === undefined ? next(action) : handle(action);
  };
};
