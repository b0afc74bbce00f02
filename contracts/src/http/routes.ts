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

export const changePassword = {
  id: "changePassword",
  method: "PUT",
  path: "/api/users/me/password",
} as const satisfies Route;
export const removePassword = {
  id: "removePassword",
  method: "DELETE",
  path: "/api/users/me/password",
} as const satisfies Route;
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
export const deleteUser = { id: "deleteUser", method: "DELETE", path: "/api/users/me" } as const satisfies Route;
export const listSessions = {
  id: "listSessions",
  method: "GET",
  path: "/api/users/me/sessions",
} as const satisfies Route;
export const deleteSession = {
  id: "deleteSession",
  method: "DELETE",
  path: "/api/users/me/sessions/:id",
} as const satisfies Route;
export const exportUser = { id: "exportUser", method: "GET", path: "/api/users/me/export" } as const satisfies Route;

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
export const listDeletedLinks = {
  id: "listDeletedLinks",
  method: "GET",
  path: "/api/links/deleted",
} as const satisfies Route;
export const countDeletedLinks = {
  id: "countDeletedLinks",
  method: "GET",
  path: "/api/links/deleted/count",
} as const satisfies Route;
export const eraseLink = { id: "eraseLink", method: "DELETE", path: "/api/links/deleted/:id" } as const satisfies Route;
export const eraseDeletedLinks = {
  id: "eraseDeletedLinks",
  method: "DELETE",
  path: "/api/links/deleted",
} as const satisfies Route;
export const changeLinks = { id: "changeLinks", method: "POST", path: "/api/links/bulk" } as const satisfies Route;
export const undoBulk = { id: "undoBulk", method: "POST", path: "/api/links/bulk/:id/undo" } as const satisfies Route;
export const listDuplicates = {
  id: "listDuplicates",
  method: "GET",
  path: "/api/links/duplicates",
} as const satisfies Route;
export const mergeLinks = { id: "mergeLinks", method: "POST", path: "/api/links/merge" } as const satisfies Route;
export const getLinkHistory = {
  id: "getLinkHistory",
  method: "GET",
  path: "/api/links/:id/history",
} as const satisfies Route;
export const getRelatedLinks = {
  id: "getRelatedLinks",
  method: "GET",
  path: "/api/links/:id/related",
} as const satisfies Route;
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
export const moveLink = {
  id: "moveLink",
  method: "POST",
  path: "/api/links/:id/move-address",
} as const satisfies Route;

export const listTags = { id: "listTags", method: "GET", path: "/api/tags/" } as const satisfies Route;
export const renameTag = { id: "renameTag", method: "PATCH", path: "/api/tags/:name" } as const satisfies Route;
export const deleteTag = { id: "deleteTag", method: "DELETE", path: "/api/tags/:name" } as const satisfies Route;

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

export const createImport = {
  id: "createImport",
  method: "POST",
  path: "/api/imports",
  consumes: "application/octet-stream",
} as const satisfies Route;
export const listImports = { id: "listImports", method: "GET", path: "/api/imports" } as const satisfies Route;
export const getImport = { id: "getImport", method: "GET", path: "/api/imports/:id" } as const satisfies Route;

export const listHighlights = {
  id: "listHighlights",
  method: "GET",
  path: "/api/links/:id/highlights",
} as const satisfies Route;
export const createHighlight = {
  id: "createHighlight",
  method: "POST",
  path: "/api/links/:id/highlights",
} as const satisfies Route;
export const changeHighlight = {
  id: "changeHighlight",
  method: "PATCH",
  path: "/api/links/:id/highlights/:highlight",
} as const satisfies Route;
export const deleteHighlight = {
  id: "deleteHighlight",
  method: "DELETE",
  path: "/api/links/:id/highlights/:highlight",
} as const satisfies Route;
export const restoreHighlight = {
  id: "restoreHighlight",
  method: "POST",
  path: "/api/links/:id/highlights/:highlight/restore",
} as const satisfies Route;
export const listAllHighlights = {
  id: "listAllHighlights",
  method: "GET",
  path: "/api/highlights",
} as const satisfies Route;
export const exportHighlights = {
  id: "exportHighlights",
  method: "GET",
  path: "/api/highlights/export/:format",
  produces: ["application/ld+json", "text/markdown"],
} as const satisfies Route;

export const exportLinks = {
  id: "exportLinks",
  method: "GET",
  path: "/api/exports/:format",
  produces: ["text/html", "text/csv", "application/json"],
} as const satisfies Route;

export const getLinkEpub = {
  id: "getLinkEpub",
  method: "GET",
  path: "/api/links/:id/epub",
  produces: ["application/epub+zip"],
} as const satisfies Route;
export const getEpub = {
  id: "getEpub",
  method: "GET",
  path: "/api/epub",
  produces: ["application/epub+zip"],
} as const satisfies Route;

export const listCopies = { id: "listCopies", method: "GET", path: "/api/links/:id/copies" } as const satisfies Route;
export const keepAgain = { id: "keepAgain", method: "POST", path: "/api/links/:id/copies" } as const satisfies Route;
export const uploadCopy = {
  id: "uploadCopy",
  method: "POST",
  path: "/api/links/:id/copies/page",
  consumes: "text/html",
} as const satisfies Route;
export const changeLinkKeeping = {
  id: "changeLinkKeeping",
  method: "PATCH",
  path: "/api/links/:id/copies",
} as const satisfies Route;
export const openCopy = {
  id: "openCopy",
  method: "GET",
  path: "/api/links/:id/copies/:version",
  produces: ["text/html"],
} as const satisfies Route;
export const deleteCopy = {
  id: "deleteCopy",
  method: "DELETE",
  path: "/api/links/:id/copies/:version",
} as const satisfies Route;
export const restoreCopy = {
  id: "restoreCopy",
  method: "POST",
  path: "/api/links/:id/copies/:version/restore",
} as const satisfies Route;
export const getCopyPicture = {
  id: "getCopyPicture",
  method: "GET",
  path: "/api/links/:id/copies/:version/files/:name",
  produces: ["image/webp", "image/png", "image/jpeg", "image/gif", "image/avif", "image/svg+xml"],
} as const satisfies Route;
export const moveReading = {
  id: "moveReading",
  method: "PUT",
  path: "/api/links/:id/reading",
} as const satisfies Route;
export const getArticle = { id: "getArticle", method: "GET", path: "/api/links/:id/article" } as const satisfies Route;

export const listCaptures = { id: "listCaptures", method: "GET", path: "/api/captures" } as const satisfies Route;
export const undoCapture = {
  id: "undoCapture",
  method: "POST",
  path: "/api/captures/:id/undo",
} as const satisfies Route;

export const getHealth = { id: "getHealth", method: "GET", path: "/api/health" } as const satisfies Route;
export const getConfig = { id: "getConfig", method: "GET", path: "/api/config" } as const satisfies Route;
export const streamEvents = {
  id: "streamEvents",
  method: "GET",
  path: "/api/events",
  produces: ["text/event-stream"],
} as const satisfies Route;
