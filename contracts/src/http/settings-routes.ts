import type { Route } from "./routes.ts";

// The calls of the account's settings. Apart from the other routes, because the page needs them later than those.

const webhook = "/api/users/me/webhooks/:id";
export const createConnection = {
  id: "createConnection",
  method: "POST",
  path: "/api/auth/connections",
} as const satisfies Route;
export const tradeConnectionCode = {
  id: "tradeConnectionCode",
  method: "POST",
  path: "/api/auth/connections/token",
} as const satisfies Route;
export const refreshConnection = {
  id: "refreshConnection",
  method: "POST",
  path: "/api/auth/connections/refresh",
} as const satisfies Route;
export const setPassword = {
  id: "setPassword",
  method: "POST",
  path: "/api/auth/set-password",
} as const satisfies Route;
export const listPasskeys = {
  id: "listPasskeys",
  method: "GET",
  path: "/api/users/me/passkeys",
} as const satisfies Route;
export const beginPasskey = {
  id: "beginPasskey",
  method: "POST",
  path: "/api/users/me/passkeys/options",
} as const satisfies Route;
export const addPasskey = { id: "addPasskey", method: "POST", path: "/api/users/me/passkeys" } as const satisfies Route;
export const removePasskey = {
  id: "removePasskey",
  method: "DELETE",
  path: "/api/users/me/passkeys/:id",
} as const satisfies Route;
export const listSignIns = {
  id: "listSignIns",
  method: "GET",
  path: "/api/users/me/sign-ins",
} as const satisfies Route;
export const connectSignIn = {
  id: "connectSignIn",
  method: "POST",
  path: "/api/auth/sso/:provider/connect",
} as const satisfies Route;
export const disconnectSignIn = {
  id: "disconnectSignIn",
  method: "DELETE",
  path: "/api/users/me/sign-ins/:id",
} as const satisfies Route;
export const listTokens = { id: "listTokens", method: "GET", path: "/api/users/me/tokens" } as const satisfies Route;
export const createToken = {
  id: "createToken",
  method: "POST",
  path: "/api/users/me/tokens",
} as const satisfies Route;
export const deleteToken = {
  id: "deleteToken",
  method: "DELETE",
  path: "/api/users/me/tokens/:id",
} as const satisfies Route;
export const listFeeds = { id: "listFeeds", method: "GET", path: "/api/users/me/feeds" } as const satisfies Route;
export const createFeed = { id: "createFeed", method: "POST", path: "/api/users/me/feeds" } as const satisfies Route;
export const deleteFeed = {
  id: "deleteFeed",
  method: "DELETE",
  path: "/api/users/me/feeds/:id",
} as const satisfies Route;
export const listWebhooks = {
  id: "listWebhooks",
  method: "GET",
  path: "/api/users/me/webhooks",
} as const satisfies Route;
export const createWebhook = {
  id: "createWebhook",
  method: "POST",
  path: "/api/users/me/webhooks",
} as const satisfies Route;
export const changeWebhook = { id: "changeWebhook", method: "PATCH", path: webhook } as const satisfies Route;
export const deleteWebhook = { id: "deleteWebhook", method: "DELETE", path: webhook } as const satisfies Route;
export const testWebhook = { id: "testWebhook", method: "POST", path: `${webhook}/test` } as const satisfies Route;
export const listDeliveries = {
  id: "listDeliveries",
  method: "GET",
  path: `${webhook}/deliveries`,
} as const satisfies Route;
export const replayDelivery = {
  id: "replayDelivery",
  method: "POST",
  path: `${webhook}/deliveries/:delivery/replay`,
} as const satisfies Route;
export const listSubscriptions = {
  id: "listSubscriptions",
  method: "GET",
  path: "/api/subscriptions",
} as const satisfies Route;
export const exportSubscriptions = {
  id: "exportSubscriptions",
  method: "GET",
  path: "/api/subscriptions/opml",
  produces: ["text/x-opml"],
} as const satisfies Route;
export const previewFeed = {
  id: "previewFeed",
  method: "POST",
  path: "/api/subscriptions/preview",
} as const satisfies Route;
export const createSubscription = {
  id: "createSubscription",
  method: "POST",
  path: "/api/subscriptions",
} as const satisfies Route;
export const changeSubscription = {
  id: "changeSubscription",
  method: "PATCH",
  path: "/api/subscriptions/:id",
} as const satisfies Route;
export const deleteSubscription = {
  id: "deleteSubscription",
  method: "DELETE",
  path: "/api/subscriptions/:id",
} as const satisfies Route;
export const listReaders = {
  id: "listReaders",
  method: "GET",
  path: "/api/users/me/readers",
} as const satisfies Route;
export const addReader = { id: "addReader", method: "POST", path: "/api/users/me/readers" } as const satisfies Route;
export const confirmReader = {
  id: "confirmReader",
  method: "POST",
  path: "/api/users/me/readers/confirm",
} as const satisfies Route;
export const deleteReader = {
  id: "deleteReader",
  method: "DELETE",
  path: "/api/users/me/readers",
} as const satisfies Route;
export const sendToReader = {
  id: "sendToReader",
  method: "POST",
  path: "/api/users/me/readers/send",
} as const satisfies Route;
export const listSenderEmails = {
  id: "listSenderEmails",
  method: "GET",
  path: "/api/sender-emails/",
} as const satisfies Route;
export const addSenderEmail = {
  id: "addSenderEmail",
  method: "POST",
  path: "/api/sender-emails/",
} as const satisfies Route;
export const confirmSenderEmail = {
  id: "confirmSenderEmail",
  method: "POST",
  path: "/api/sender-emails/confirm",
} as const satisfies Route;
export const deleteSenderEmail = {
  id: "deleteSenderEmail",
  method: "DELETE",
  path: "/api/sender-emails/",
} as const satisfies Route;
export const exportCopies = {
  id: "exportCopies",
  method: "GET",
  path: "/api/users/me/copies/export",
  produces: ["application/zip"],
} as const satisfies Route;
export const getCopyUse = { id: "getCopyUse", method: "GET", path: "/api/users/me/copies" } as const satisfies Route;
export const changeKeeping = {
  id: "changeKeeping",
  method: "PATCH",
  path: "/api/users/me/copies",
} as const satisfies Route;

export const getAnswers = { id: "getAnswers", method: "GET", path: "/api/users/me/answers" } as const satisfies Route;
export const changeAnswers = {
  id: "changeAnswers",
  method: "PATCH",
  path: "/api/users/me/answers",
} as const satisfies Route;
export const getMailSettings = {
  id: "getMailSettings",
  method: "GET",
  path: "/api/users/me/mail",
} as const satisfies Route;
export const changeMailSettings = {
  id: "changeMailSettings",
  method: "PATCH",
  path: "/api/users/me/mail",
} as const satisfies Route;
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
export const listNewsletters = {
  id: "listNewsletters",
  method: "GET",
  path: "/api/newsletters",
} as const satisfies Route;
export const createSecretAddress = {
  id: "createSecretAddress",
  method: "POST",
  path: "/api/newsletters/addresses",
} as const satisfies Route;
export const changeSecretAddress = {
  id: "changeSecretAddress",
  method: "PATCH",
  path: "/api/newsletters/addresses/:id",
} as const satisfies Route;
export const deleteSecretAddress = {
  id: "deleteSecretAddress",
  method: "DELETE",
  path: "/api/newsletters/addresses/:id",
} as const satisfies Route;
export const muteSender = { id: "muteSender", method: "POST", path: "/api/newsletters/mute" } as const satisfies Route;
export const unsubscribe = {
  id: "unsubscribe",
  method: "POST",
  path: "/api/newsletters/unsubscribe",
} as const satisfies Route;
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
export const getDigest = { id: "getDigest", method: "GET", path: "/api/users/me/digest" } as const satisfies Route;
export const chooseDigest = {
  id: "chooseDigest",
  method: "PUT",
  path: "/api/users/me/digest",
} as const satisfies Route;
export const stopDigest = { id: "stopDigest", method: "POST", path: "/api/digests/stop" } as const satisfies Route;
export const getPush = { id: "getPush", method: "GET", path: "/api/users/me/push" } as const satisfies Route;
export const startPush = { id: "startPush", method: "PUT", path: "/api/users/me/push" } as const satisfies Route;
export const stopPush = { id: "stopPush", method: "DELETE", path: "/api/users/me/push" } as const satisfies Route;

const rules = "/api/users/me/rules";
const rule = `${rules}/:id` as const;
export const listRules = { id: "listRules", method: "GET", path: rules } as const satisfies Route;
export const createRule = { id: "createRule", method: "POST", path: rules } as const satisfies Route;
export const previewRule = { id: "previewRule", method: "POST", path: `${rules}/preview` } as const satisfies Route;
export const changeRule = { id: "changeRule", method: "PATCH", path: rule } as const satisfies Route;
export const deleteRule = { id: "deleteRule", method: "DELETE", path: rule } as const satisfies Route;
export const restoreRule = { id: "restoreRule", method: "POST", path: `${rule}/restore` } as const satisfies Route;
export const applyRule = { id: "applyRule", method: "POST", path: `${rule}/apply` } as const satisfies Route;
