/** The addresses of the page. Whoever has been here once gets it at any of them, also offline. */
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
