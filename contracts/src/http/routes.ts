/** The method of an HTTP request that the API knows (RFC 9110 section 9, RFC 5789). */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * How one call of the HTTP API is sent. The schemas of its bodies are in the operation built on it, in the file of its
 * subject, so that a client that checks no schemas loads none.
 */
export interface Route {
  readonly id: string;
  readonly method: Method;
  /** Parameters are written as `:name`. */
  readonly path: string;
  /** Media type of the body when it is not JSON. */
  readonly consumes?: string;
  /** Media types of the answer, one of them each time, when it is not always JSON. */
  readonly produces?: readonly string[];
}

export const register = { id: "register", method: "POST", path: "/api/auth/register" } as const satisfies Route;
export const resendCode = { id: "resendCode", method: "POST", path: "/api/auth/resend-code" } as const satisfies Route;
export const verifyEmail = {
  id: "verifyEmail",
  method: "POST",
  path: "/api/auth/verify-email",
} as const satisfies Route;
export const login = {
  id: "login",
  method: "POST",
  path: "/api/auth/token",
  consumes: "application/x-www-form-urlencoded",
} as const satisfies Route;
export const refreshToken = {
  id: "refreshToken",
  method: "POST",
  path: "/api/auth/refresh-token",
} as const satisfies Route;
export const logout = { id: "logout", method: "POST", path: "/api/auth/logout" } as const satisfies Route;

export const requestPasswordReset = {
  id: "requestPasswordReset",
  method: "POST",
  path: "/api/auth/request-password-reset",
} as const satisfies Route;
export const resetPassword = {
  id: "resetPassword",
  method: "POST",
  path: "/api/auth/reset-password",
} as const satisfies Route;

export const beginSso = { id: "beginSso", method: "GET", path: "/api/auth/sso/:provider" } as const satisfies Route;
export const finishSso = {
  id: "finishSso",
  method: "GET",
  path: "/api/auth/sso/:provider/callback",
} as const satisfies Route;
export const signInByProxy = { id: "signInByProxy", method: "POST", path: "/api/auth/proxy" } as const satisfies Route;
export const proveSso = { id: "proveSso", method: "POST", path: "/api/auth/sso-proof" } as const satisfies Route;

export const beginPasskeySignIn = {
  id: "beginPasskeySignIn",
  method: "POST",
  path: "/api/auth/passkey/options",
} as const satisfies Route;
export const signInWithPasskey = {
  id: "signInWithPasskey",
  method: "POST",
  path: "/api/auth/passkey",
} as const satisfies Route;

export const getStatus = { id: "getStatus", method: "GET", path: "/api/users/me/status" } as const satisfies Route;
export const getUser = { id: "getUser", method: "GET", path: "/api/users/me" } as const satisfies Route;

export const listLinks = { id: "listLinks", method: "GET", path: "/api/links/" } as const satisfies Route;
export const countLinks = { id: "countLinks", method: "GET", path: "/api/links/count" } as const satisfies Route;
export const lookupLink = { id: "lookupLink", method: "GET", path: "/api/links/lookup" } as const satisfies Route;
export const createLink = { id: "createLink", method: "POST", path: "/api/links/" } as const satisfies Route;
export const getLink = { id: "getLink", method: "GET", path: "/api/links/:id" } as const satisfies Route;
export const changeLink = { id: "changeLink", method: "PATCH", path: "/api/links/:id" } as const satisfies Route;
export const deleteLink = { id: "deleteLink", method: "DELETE", path: "/api/links/:id" } as const satisfies Route;
export const restoreLink = {
  id: "restoreLink",
  method: "POST",
  path: "/api/links/:id/restore",
} as const satisfies Route;
export const changeLinks = { id: "changeLinks", method: "POST", path: "/api/links/bulk" } as const satisfies Route;
export const undoBulk = { id: "undoBulk", method: "POST", path: "/api/links/bulk/:id/undo" } as const satisfies Route;
export const visitLink = { id: "visitLink", method: "POST", path: "/api/links/:id/visit" } as const satisfies Route;
export const getPreview = {
  id: "getPreview",
  method: "GET",
  path: "/api/links/:id/preview",
  produces: ["image/*"],
} as const satisfies Route;
export const getFavicon = {
  id: "getFavicon",
  method: "GET",
  path: "/api/links/favicon/:host",
  produces: ["image/*"],
} as const satisfies Route;

export const refreshLink = {
  id: "refreshLink",
  method: "POST",
  path: "/api/links/:id/refresh",
} as const satisfies Route;

export const listTags = { id: "listTags", method: "GET", path: "/api/tags/" } as const satisfies Route;

export const listFolders = { id: "listFolders", method: "GET", path: "/api/folders/" } as const satisfies Route;
export const createFolder = { id: "createFolder", method: "POST", path: "/api/folders/" } as const satisfies Route;
export const changeFolder = { id: "changeFolder", method: "PATCH", path: "/api/folders/:id" } as const satisfies Route;
export const deleteFolder = { id: "deleteFolder", method: "DELETE", path: "/api/folders/:id" } as const satisfies Route;
export const restoreFolder = {
  id: "restoreFolder",
  method: "POST",
  path: "/api/folders/:id/restore",
} as const satisfies Route;
export const reorderFolder = {
  id: "reorderFolder",
  method: "PUT",
  path: "/api/folders/reorder",
} as const satisfies Route;

export const listHighlights = {
  id: "listHighlights",
  method: "GET",
  path: "/api/links/:id/highlights",
} as const satisfies Route;

export const getArticle = { id: "getArticle", method: "GET", path: "/api/links/:id/article" } as const satisfies Route;

export const getHealth = { id: "getHealth", method: "GET", path: "/api/health" } as const satisfies Route;
export const getConfig = { id: "getConfig", method: "GET", path: "/api/config" } as const satisfies Route;
export const streamEvents = {
  id: "streamEvents",
  method: "GET",
  path: "/api/events",
  produces: ["text/event-stream"],
} as const satisfies Route;
