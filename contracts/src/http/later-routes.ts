import { EPUB } from "../media-types.ts";
import { route } from "./route.ts";

// The calls that the page makes after its first view. Apart from the other routes, because a module is in one script.

export const listCopies = route("listCopies", "GET", "/api/links/:id/copies");
export const keepAgain = route("keepAgain", "POST", "/api/links/:id/copies");
export const uploadCopy = route("uploadCopy", "POST", "/api/links/:id/copies/page", { consumes: "text/html" });
export const addFile = route("addFile", "POST", "/api/links/files", { consumes: "application/octet-stream" });
export const getText = route("getText", "GET", "/api/links/:id/text");
export const changeText = route("changeText", "PUT", "/api/links/:id/text", { consumes: "text/plain" });
export const changeLinkKeeping = route("changeLinkKeeping", "PATCH", "/api/links/:id/copies");
export const openCopy = route("openCopy", "GET", "/api/links/:id/copies/:version", { produces: ["text/html"] });
export const deleteCopy = route("deleteCopy", "DELETE", "/api/links/:id/copies/:version");
export const restoreCopy = route("restoreCopy", "POST", "/api/links/:id/copies/:version/restore");
export const getCopyPicture = route("getCopyPicture", "GET", "/api/links/:id/copies/:version/files/:name", {
  produces: ["image/webp", "image/png", "image/jpeg", "image/gif", "image/avif", "image/svg+xml"],
});
export const moveReading = route("moveReading", "PUT", "/api/links/:id/reading");
export const createHighlight = route("createHighlight", "POST", "/api/links/:id/highlights");
export const changeHighlight = route("changeHighlight", "PATCH", "/api/links/:id/highlights/:highlight");
export const deleteHighlight = route("deleteHighlight", "DELETE", "/api/links/:id/highlights/:highlight");
export const restoreHighlight = route("restoreHighlight", "POST", "/api/links/:id/highlights/:highlight/restore");
export const listAllHighlights = route("listAllHighlights", "GET", "/api/highlights");
export const exportHighlights = route("exportHighlights", "GET", "/api/highlights/export/:format", {
  produces: ["application/ld+json", "text/markdown"],
});
export const exportLinks = route("exportLinks", "GET", "/api/exports/:format", {
  produces: ["text/html", "text/csv", "application/json"],
});
export const getLinkEpub = route("getLinkEpub", "GET", "/api/links/:id/epub", { produces: [EPUB] });
export const getEpub = route("getEpub", "GET", "/api/epub", { produces: [EPUB] });
export const createImport = route("createImport", "POST", "/api/imports", { consumes: "application/octet-stream" });
export const listImports = route("listImports", "GET", "/api/imports");
export const getImport = route("getImport", "GET", "/api/imports/:id");
export const listDeletedLinks = route("listDeletedLinks", "GET", "/api/links/deleted");
export const countDeletedLinks = route("countDeletedLinks", "GET", "/api/links/deleted/count");
export const eraseLink = route("eraseLink", "DELETE", "/api/links/deleted/:id");
export const eraseDeletedLinks = route("eraseDeletedLinks", "DELETE", "/api/links/deleted", { wide: true });
export const listDuplicates = route("listDuplicates", "GET", "/api/links/duplicates");
export const mergeLinks = route("mergeLinks", "POST", "/api/links/merge");
export const getLinkHistory = route("getLinkHistory", "GET", "/api/links/:id/history");
export const getRelatedLinks = route("getRelatedLinks", "GET", "/api/links/:id/related");
export const moveLink = route("moveLink", "POST", "/api/links/:id/move-address");
export const renameTag = route("renameTag", "PATCH", "/api/tags/:name", { wide: true });
export const deleteTag = route("deleteTag", "DELETE", "/api/tags/:name", { wide: true });
export const listCaptures = route("listCaptures", "GET", "/api/captures");
export const undoCapture = route("undoCapture", "POST", "/api/captures/:id/undo");
export const exportUser = route("exportUser", "GET", "/api/users/me/export");
