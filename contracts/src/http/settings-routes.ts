import { route } from "./route.ts";

// The calls of the account's settings. Apart from the other routes, because the page needs them later than those.

const webhook = "/api/users/me/webhooks/:id";
export const createConnection = route("createConnection", "POST", "/api/auth/connections");
export const tradeConnectionCode = route("tradeConnectionCode", "POST", "/api/auth/connections/token");
export const refreshConnection = route("refreshConnection", "POST", "/api/auth/connections/refresh");
export const setPassword = route("setPassword", "POST", "/api/auth/set-password");
export const listPasskeys = route("listPasskeys", "GET", "/api/users/me/passkeys");
export const beginPasskey = route("beginPasskey", "POST", "/api/users/me/passkeys/options");
export const addPasskey = route("addPasskey", "POST", "/api/users/me/passkeys");
export const removePasskey = route("removePasskey", "DELETE", "/api/users/me/passkeys/:id");
export const listSignIns = route("listSignIns", "GET", "/api/users/me/sign-ins");
export const connectSignIn = route("connectSignIn", "POST", "/api/auth/sso/:provider/connect");
export const disconnectSignIn = route("disconnectSignIn", "DELETE", "/api/users/me/sign-ins/:id");
export const listTokens = route("listTokens", "GET", "/api/users/me/tokens");
export const createToken = route("createToken", "POST", "/api/users/me/tokens");
export const deleteToken = route("deleteToken", "DELETE", "/api/users/me/tokens/:id");
export const listFeeds = route("listFeeds", "GET", "/api/users/me/feeds");
export const createFeed = route("createFeed", "POST", "/api/users/me/feeds");
export const deleteFeed = route("deleteFeed", "DELETE", "/api/users/me/feeds/:id");
export const listWebhooks = route("listWebhooks", "GET", "/api/users/me/webhooks");
export const createWebhook = route("createWebhook", "POST", "/api/users/me/webhooks");
export const changeWebhook = route("changeWebhook", "PATCH", webhook);
export const deleteWebhook = route("deleteWebhook", "DELETE", webhook);
export const testWebhook = route("testWebhook", "POST", `${webhook}/test`);
export const listDeliveries = route("listDeliveries", "GET", `${webhook}/deliveries`);
export const replayDelivery = route("replayDelivery", "POST", `${webhook}/deliveries/:delivery/replay`);
export const listSubscriptions = route("listSubscriptions", "GET", "/api/subscriptions");
export const exportSubscriptions = route("exportSubscriptions", "GET", "/api/subscriptions/opml", {
  produces: ["text/x-opml"],
});
export const previewFeed = route("previewFeed", "POST", "/api/subscriptions/preview");
export const createSubscription = route("createSubscription", "POST", "/api/subscriptions");
export const changeSubscription = route("changeSubscription", "PATCH", "/api/subscriptions/:id");
export const deleteSubscription = route("deleteSubscription", "DELETE", "/api/subscriptions/:id");
export const listReaders = route("listReaders", "GET", "/api/users/me/readers");
export const addReader = route("addReader", "POST", "/api/users/me/readers");
export const confirmReader = route("confirmReader", "POST", "/api/users/me/readers/confirm");
export const deleteReader = route("deleteReader", "DELETE", "/api/users/me/readers");
export const sendToReader = route("sendToReader", "POST", "/api/users/me/readers/send");
export const listSenderEmails = route("listSenderEmails", "GET", "/api/sender-emails/");
export const addSenderEmail = route("addSenderEmail", "POST", "/api/sender-emails/");
export const confirmSenderEmail = route("confirmSenderEmail", "POST", "/api/sender-emails/confirm");
export const deleteSenderEmail = route("deleteSenderEmail", "DELETE", "/api/sender-emails/");
export const exportCopies = route("exportCopies", "GET", "/api/users/me/copies/export", {
  produces: ["application/zip"],
});
export const getCopyUse = route("getCopyUse", "GET", "/api/users/me/copies");
export const changeKeeping = route("changeKeeping", "PATCH", "/api/users/me/copies");

export const getAnswers = route("getAnswers", "GET", "/api/users/me/answers");
export const changeAnswers = route("changeAnswers", "PATCH", "/api/users/me/answers");
export const getMailSettings = route("getMailSettings", "GET", "/api/users/me/mail");
export const changeMailSettings = route("changeMailSettings", "PATCH", "/api/users/me/mail");
export const listShares = route("listShares", "GET", "/api/users/me/shares");
export const createShare = route("createShare", "POST", "/api/users/me/shares");
export const changeShare = route("changeShare", "PATCH", "/api/users/me/shares/:id");
export const deleteShare = route("deleteShare", "DELETE", "/api/users/me/shares/:id");
export const listNewsletters = route("listNewsletters", "GET", "/api/newsletters");
export const createSecretAddress = route("createSecretAddress", "POST", "/api/newsletters/addresses");
export const changeSecretAddress = route("changeSecretAddress", "PATCH", "/api/newsletters/addresses/:id");
export const deleteSecretAddress = route("deleteSecretAddress", "DELETE", "/api/newsletters/addresses/:id");
export const muteSender = route("muteSender", "POST", "/api/newsletters/mute");
export const unsubscribe = route("unsubscribe", "POST", "/api/newsletters/unsubscribe");
export const changePassword = route("changePassword", "PUT", "/api/users/me/password");
export const removePassword = route("removePassword", "DELETE", "/api/users/me/password");
export const deleteUser = route("deleteUser", "DELETE", "/api/users/me");
export const listSessions = route("listSessions", "GET", "/api/users/me/sessions");
export const deleteSession = route("deleteSession", "DELETE", "/api/users/me/sessions/:id");
export const getDigest = route("getDigest", "GET", "/api/users/me/digest");
export const chooseDigest = route("chooseDigest", "PUT", "/api/users/me/digest");
export const stopDigest = route("stopDigest", "POST", "/api/digests/stop");
export const getPush = route("getPush", "GET", "/api/users/me/push");
export const startPush = route("startPush", "PUT", "/api/users/me/push");
export const stopPush = route("stopPush", "DELETE", "/api/users/me/push");

const rules = "/api/users/me/rules";
const rule = `${rules}/:id` as const;
export const listRules = route("listRules", "GET", rules);
export const createRule = route("createRule", "POST", rules);
export const previewRule = route("previewRule", "POST", `${rules}/preview`, { wide: true });
export const changeRule = route("changeRule", "PATCH", rule);
export const deleteRule = route("deleteRule", "DELETE", rule);
export const restoreRule = route("restoreRule", "POST", `${rule}/restore`);
export const applyRule = route("applyRule", "POST", `${rule}/apply`, { wide: true });
