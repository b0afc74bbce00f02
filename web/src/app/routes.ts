/** The addresses of the page. After the first visit it can be opened offline at each of them. */
export const ROUTES = [
  "/",
  "/links",
  "/reset-password",
  "/privacy",
  "/confirm-address",
  "/stop-digest",
  "/share",
  "/connect",
  "/connect/done",
  "/tags",
  "/captures",
  "/deleted",
  "/duplicates",
  "/highlights",
  "/rules",
  "/read",
] as const;

/** The address of a page without what names a thing of it: `/read/<id>` is `/read`. */
export const routeOf = (path: string): string => (path.startsWith("/read/") ? "/read" : path.replace(/(?<=.)\/$/, ""));
export type Route = (typeof ROUTES)[number];
