import type { Route } from "./routes.ts";

// Apart from the other routes, because the page needs them later than those.

export const listShares = { id: "listShares", method: "GET", path: "/api/users/me/shares" } as const satisfies Route;
export const createShare = { id: "createShare", method: "POST", path: "/api/users/me/shares" } as const satisfies Route;
export const changeShare = {
  id: "changeShare",
  method: "PATCH",
  path: "/api/users/me/shares/:id",
} as const satisfies Route;
export const deleteShare = {
  id: "deleteShare",
  method: "DELETE",
  path: "/api/users/me/shares/:id",
} as const satisfies Route;
