/** The addresses of the page. After the first visit it can be opened offline at each of them. */
export const ROUTES = [
  "/",
  "/links",
  "/reset-password",
  "/privacy",
  "/confirm-address",
  "/share",
  "/connect",
  "/connect/done",
  "/tags",
  "/captures",
  "/deleted",
] as const;
export type Route = (typeof ROUTES)[number];
