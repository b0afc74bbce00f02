import { route } from "./route.ts";

export type { Method, Route } from "./route.ts";

export const register = route("register", "POST", "/api/auth/register");
export const resendCode = route("resendCode", "POST", "/api/auth/resend-code");
export const verifyEmail = route("verifyEmail", "POST", "/api/auth/verify-email");
export const login = route("login", "POST", "/api/auth/token", { consumes: "application/x-www-form-urlencoded" });
export const refreshToken = route("refreshToken", "POST", "/api/auth/refresh-token");
export const logout = route("logout", "POST", "/api/auth/logout");

export const requestPasswordReset = route("requestPasswordReset", "POST", "/api/auth/request-password-reset");
export const resetPassword = route("resetPassword", "POST", "/api/auth/reset-password");

export const beginSso = route("beginSso", "GET", "/api/auth/sso/:provider");
export const finishSso = route("finishSso", "GET", "/api/auth/sso/:provider/callback");
export const signInByProxy = route("signInByProxy", "POST", "/api/auth/proxy");
export const proveSso = route("proveSso", "POST", "/api/auth/sso-proof");

export const beginPasskeySignIn = route("beginPasskeySignIn", "POST", "/api/auth/passkey/options");
export const signInWithPasskey = route("signInWithPasskey", "POST", "/api/auth/passkey");

export const getStatus = route("getStatus", "GET", "/api/users/me/status");
export const getUser = route("getUser", "GET", "/api/users/me");

export const listLinks = route("listLinks", "GET", "/api/links/");
export const countLinks = route("countLinks", "GET", "/api/links/count");
export const countLists = route("countLists", "GET", "/api/links/counts");
export const lookupLink = route("lookupLink", "GET", "/api/links/lookup");
export const createLink = route("createLink", "POST", "/api/links/");
export const getLink = route("getLink", "GET", "/api/links/:id");
export const changeLink = route("changeLink", "PATCH", "/api/links/:id");
export const deleteLink = route("deleteLink", "DELETE", "/api/links/:id");
export const restoreLink = route("restoreLink", "POST", "/api/links/:id/restore");
export const changeLinks = route("changeLinks", "POST", "/api/links/bulk", { wide: true });
export const undoBulk = route("undoBulk", "POST", "/api/links/bulk/:id/undo", { wide: true });
export const visitLink = route("visitLink", "POST", "/api/links/:id/visit");
export const getPreview = route("getPreview", "GET", "/api/links/:id/preview", { produces: ["image/*"] });
export const getFavicon = route("getFavicon", "GET", "/api/links/favicon/:host", { produces: ["image/*"] });

export const refreshLink = route("refreshLink", "POST", "/api/links/:id/refresh");

export const listTags = route("listTags", "GET", "/api/tags/");

export const listFolders = route("listFolders", "GET", "/api/folders/");
export const createFolder = route("createFolder", "POST", "/api/folders/");
export const changeFolder = route("changeFolder", "PATCH", "/api/folders/:id");
export const deleteFolder = route("deleteFolder", "DELETE", "/api/folders/:id");
export const restoreFolder = route("restoreFolder", "POST", "/api/folders/:id/restore");
export const reorderFolder = route("reorderFolder", "PUT", "/api/folders/reorder");

export const listHighlights = route("listHighlights", "GET", "/api/links/:id/highlights");

export const getArticle = route("getArticle", "GET", "/api/links/:id/article");

export const getHealth = route("getHealth", "GET", "/api/health");
export const getConfig = route("getConfig", "GET", "/api/config");
export const streamEvents = route("streamEvents", "GET", "/api/events", { produces: ["text/event-stream"] });
