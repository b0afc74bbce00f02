import type { Middleware } from "@reduxjs/toolkit";
import { texts } from "@satchel/contracts";
import { errorShown } from "../../kit/toasts.slice.ts";
import type { connection } from "./connection.slice.ts";

type Connected = { readonly connection: ReturnType<typeof connection.getInitialState> };

/** While the server can't be reached, that is why something failed, whatever else is told of it. */
export const sayOffline: Middleware<object, Connected> = (store) => (next) => (action) =>
  errorShown.match(action) && store.getState().connection.isLost ? next(errorShown(texts.offline)) : next(action);
