import { EPUB } from "../media-types.ts";
import type { Route } from "./routes.ts";

// The calls that the page makes after its first view. Apart from the other routes, because a module is in one script.

export const listCopies = { id: "listCopies", method: "GET", path: "/api/links/:id/copies" } as const satisfies Route;
export const keepAgain = { id: "keepAgain", method: "POST", path: "/api/links/:id/copies" } as const satisfies Route;
export const uploadCopy = {
  id: "uploadCopy",
  method: "POST",
  path: "/api/links/:id/copies/page",
  consumes: "text/html",
} as const satisfies Route;
export const addFile = {
  id: "addFile",
  method: "POST",
  path: "/api/links/files",
  consumes: "application/octet-stream",
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
  produces: [EPUB],
} as const satisfies Route;
export const getEpub = {
  id: "getEpub",
  method: "GET",
  path: "/api/epub",
  produces: [EPUB],
} as const satisfies Route;
export const createImport = {
  id: "createImport",
  method: "POST",
  path: "/api/imports",
  consumes: "application/octet-stream",
} as const satisfies Route;
export const listImports = { id: "listImports", method: "GET", path: "/api/imports" } as const satisfies Route;
export const getImport = { id: "getImport", method: "GET", path: "/api/imports/:id" } as const satisfies Route;
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
export const moveLink = {
  id: "moveLink",
  method: "POST",
  path: "/api/links/:id/move-address",
} as const satisfies Route;
export const renameTag = { id: "renameTag", method: "PATCH", path: "/api/tags/:name" } as const satisfies Route;
export const deleteTag = { id: "deleteTag", method: "DELETE", path: "/api/tags/:name" } as const satisfies Route;
export const listCaptures = { id: "listCaptures", method: "GET", path: "/api/captures" } as const satisfies Route;
export const undoCapture = {
  id: "undoCapture",
  method: "POST",
  path: "/api/captures/:id/undo",
} as const satisfies Route;
export const exportUser = { id: "exportUser", method: "GET", path: "/api/users/me/export" } as const satisfies Route;
