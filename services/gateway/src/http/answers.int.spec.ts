import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  type ItemText,
  laterTexts,
  type LinkCopies,
  type LinkId,
  operations,
  type Rule,
  type RulePreview,
  texts,
  type UserId,
} from "@satchel/contracts";
import { atEnd, eventually, startHttpServer } from "@satchel/testing";
import { decodeJwt } from "jose";
import { Value } from "typebox/value";
import { startTestSystem } from "../../test/gateway.ts";
import { handOver } from "../../test/hand-over.ts";

const system = await startTestSystem();
const seen = new Set<string>();

interface Caller {
  readonly headers: Record<string, string>;
  /** Makes a call and holds its answer against the contract's schema for that status. */
  readonly checked: <T>(id: string, target: string, body?: unknown) => Promise<T>;
}

/** Somebody who is signed in. A body is sent as JSON; a form or a file as what it is. */
async function signIn(email: string): Promise<Caller> {
  const { accessToken } = await system.signIn(email);
  const headers: Record<string, string> = { authorization: `Bearer ${accessToken}` };
  return {
    headers,
    checked: async <T>(id: string, target: string, body?: unknown): Promise<T> => {
      const operation = operations.find((one) => one.id === id);
      if (operation === undefined) throw new Error(`no operation is called ${id}`);
      const { method, consumes = "application/json" } = operation;
      const raw = body instanceof URLSearchParams || body instanceof Blob;
      const answer = await fetch(system.url + target, {
        method,
        redirect: "manual",
        headers: { ...headers, ...(body === undefined ? {} : { "content-type": consumes }) },
        ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      const value: unknown = text === "" ? null : JSON.parse(text);
      const schema = operation.responses[answer.status];
      expect([id, answer.status, text, schema === undefined ? "undocumented" : Value.Errors(schema, value)]).toEqual([
        id,
        answer.status,
        text,
        [],
      ]);
      // Nothing that the contract does not name, such as a column of a table.
      if (schema !== undefined) expect([id, Value.Clean(schema, structuredClone(value))]).toEqual([id, value]);
      seen.add(id);
      return value as T;
    },
  };
}

const userIdOf = ({ headers }: Caller): UserId =>
  decodeJwt((headers["authorization"] ?? "").replace("Bearer ", "")).sub as UserId;

const anna = await signIn("anna@satchel.example");
const { checked } = anna;

test("links, tags and bulk changes are answered as the contract says", async () => {
  const link = await checked<{ id: string }>("createLink", "/api/links/", { url: "https://example.org/a" });
  await checked("createLink", "/api/links/", { url: "https://example.org/a" });
  await checked("changeLink", `/api/links/${link.id}`, { is_favorite: true, tags: ["x"] });
  await checked("visitLink", `/api/links/${link.id}/visit`, {});
  await checked("listLinks", "/api/links/");
  await checked("countLinks", "/api/links/count");
  await checked("countLists", "/api/links/counts");
  await checked("lookupLink", `/api/links/lookup?url=${encodeURIComponent("https://example.org/a")}`);
  await checked("lookupLink", "/api/links/lookup?url=https://example.org/none");
  await checked("getLink", `/api/links/${link.id}`);
  await checked("refreshLink", `/api/links/${link.id}/refresh`);
  await checked("moveLink", `/api/links/${link.id}/move-address`, { new_url: "https://example.org/b" });
  await checked("getLinkHistory", `/api/links/${link.id}/history`);
  await checked("getRelatedLinks", `/api/links/${link.id}/related`);
  await checked("listTags", "/api/tags/");
  await checked("renameTag", "/api/tags/x", { name: "y" });
  await checked("deleteTag", "/api/tags/y");
  await checked("deleteTag", "/api/tags/never-there");
  const bulk = await checked<{ bulk_id: string }>("changeLinks", "/api/links/bulk", {
    ids: [link.id],
    action: "favorite",
    is_favorite: true,
  });
  await checked("undoBulk", `/api/links/bulk/${bulk.bulk_id}/undo`);
  const other = await checked<{ id: string }>("createLink", "/api/links/", { url: "http://www.example.org/a/" });
  await checked("listDuplicates", "/api/links/duplicates");
  await checked("mergeLinks", "/api/links/merge", { keep: link.id, others: [other.id] });
  await checked("mergeLinks", "/api/links/merge", { keep: link.id, others: [other.id] });
  await checked("deleteLink", `/api/links/${link.id}`);
  await checked("changeLink", `/api/links/${link.id}`, { is_favorite: true });
  const deleted = await checked<unknown[]>("listDeletedLinks", "/api/links/deleted");
  expect(await checked("countDeletedLinks", "/api/links/deleted/count")).toEqual({ count: deleted.length });
  await checked("restoreLink", `/api/links/${link.id}/restore`);
  await checked("eraseLink", `/api/links/deleted/${link.id}`);
  await checked("deleteLink", `/api/links/${link.id}`);
  await checked("eraseLink", `/api/links/deleted/${link.id}`);
  await checked("eraseDeletedLinks", "/api/links/deleted");
});

test("copies of pages are answered as the contract says", async () => {
  const link = await checked<{ id: LinkId }>("createLink", "/api/links/", { url: "https://example.org/kept" });
  await handOver(system, userIdOf(anna), link.id);
  const own = `/api/links/${link.id}`;
  const { version } = await eventually(async () => {
    const { copies } = await checked<LinkCopies>("listCopies", `${own}/copies`);
    const [copy] = copies;
    if (copy === undefined) throw new Error("no copy yet");
    return copy;
  });
  await checked("getArticle", `${own}/article`);
  await checked("getLink", own);
  await checked("moveReading", `${own}/reading`, { read: 0.5 });
  const seen = await checked<{ id: LinkId }>("createLink", "/api/links/", { url: "https://example.org/seen" });
  const page = new Blob(["<p>As I see it"], { type: "text/html" });
  await checked("uploadCopy", `/api/links/${seen.id}/copies/page`, page);
  await checked("keepAgain", `${own}/copies`);
  await checked("changeLinkKeeping", `${own}/copies`, { is_on: false });
  await checked("deleteCopy", `${own}/copies/${version}`);
  await checked("getArticle", `${own}/article`);
  await checked("restoreCopy", `${own}/copies/${version}/restore`);
  await checked("restoreCopy", `${own}/copies/${crypto.randomUUID()}/restore`);
  await checked("getCopyUse", "/api/users/me/copies");
  await checked("changeKeeping", "/api/users/me/copies", { is_on: true });
});

test("files are answered as the contract says", async () => {
  const target = "/api/links/files?name=plan.md";
  const first = await checked<{ id: LinkId; url: string; title: string }>("addFile", target, new Blob(["# The plan"]));
  expect(first.title).toBe("The plan");
  expect(await checked("addFile", target, new Blob(["# The plan"]))).toMatchObject({ id: first.id });
  expect(await checked("addFile", target, new Blob([]))).toEqual({ detail: laterTexts.files.empty });
  const type = "text/markdown";
  await handOver(system, userIdOf(anna), first.id, "# The plan", { url: first.url, type });
  const text = await eventually(async () => {
    const found = await checked<ItemText>("getText", `/api/links/${first.id}/text`);
    expect(found).toMatchObject({ type, text: "# The plan" });
    return found;
  });
  const changed = `/api/links/${first.id}/text?version=${text.version}`;
  expect(await checked("changeText", changed, new Blob(["# Another"]))).toMatchObject({ text: "# Another" });
  expect(await checked("changeText", changed, new Blob(["# Late"]))).toEqual({ detail: laterTexts.texts.changed });
  expect(await checked("changeText", changed, new Blob([" "]))).toEqual({ detail: laterTexts.texts.empty });
});

test("highlights are answered as the contract says", async () => {
  const link = await checked<{ id: LinkId }>("createLink", "/api/links/", { url: "https://example.org/marked" });
  const own = `/api/links/${link.id}/highlights`;
  const quote = { exact: "the fibres run straight there", prefix: "because ", suffix: "." };
  const place = { position: { start: 8, end: 37 }, text_hash: "0f1e2d3c4b5a6978" };
  const body = { quote, ...place, version: crypto.randomUUID(), color: "pink", note: "Why?" };
  const { id } = await checked<{ id: string }>("createHighlight", own, body);
  await checked("createHighlight", own, { quote: { exact: "the fibres" } });
  await checked("createHighlight", `/api/links/${crypto.randomUUID()}/highlights`, { quote });
  await checked("changeHighlight", `${own}/${id}`, { color: "green", note: "" });
  await checked("listHighlights", own);
  await checked("deleteHighlight", `${own}/${id}`);
  await checked("changeHighlight", `${own}/${id}`, { color: "green" });
  await checked("restoreHighlight", `${own}/${id}/restore`);
  await checked("listAllHighlights", "/api/highlights?q=fibres&color=green&size=1");
});

test("API tokens are answered as the contract says", async () => {
  const wanted = { name: "Phone", scopes: ["read"], expires_in_days: 30 };
  const { id } = await checked<{ id: string }>("createToken", "/api/users/me/tokens", wanted);
  await checked("createToken", "/api/users/me/tokens", { name: " ", scopes: ["read"] });
  await checked("listTokens", "/api/users/me/tokens");
  await checked("deleteToken", `/api/users/me/tokens/${id}`);
  await checked("deleteToken", `/api/users/me/tokens/${id}`);
});

test("feeds are answered as the contract says", async () => {
  const { id: folder } = await checked<{ id: number }>("createFolder", "/api/folders/", { name: "Read" });
  const source = { kind: "folder", folder_id: folder };
  const { id } = await checked<{ id: string }>("createFeed", "/api/users/me/feeds", { name: "Read", source });
  await checked("createFeed", "/api/users/me/feeds", { name: " ", source });
  await checked("createFeed", "/api/users/me/feeds", { name: "x", source: { kind: "folder", folder_id: 987654 } });
  await checked("listFeeds", "/api/users/me/feeds");
  await checked("deleteFeed", `/api/users/me/feeds/${id}`);
  await checked("deleteFeed", `/api/users/me/feeds/${id}`);
});

test("shares are answered as the contract says", async () => {
  const { id: folder } = await checked<{ id: number }>("createFolder", "/api/folders/", { name: "Shared" });
  const source = { kind: "folder", folder_id: folder };
  const { id } = await checked<{ id: string }>("createShare", "/api/users/me/shares", { source });
  await checked("createShare", "/api/users/me/shares", { source });
  await checked("createShare", "/api/users/me/shares", { source: { kind: "folder", folder_id: 987654 } });
  await checked("listShares", "/api/users/me/shares");
  await checked("changeShare", `/api/users/me/shares/${id}`, { public_name: "answers", notes: true });
  await checked("changeShare", `/api/users/me/shares/${crypto.randomUUID()}`, { notes: true });
  await checked("deleteShare", `/api/users/me/shares/${id}`);
  await checked("deleteShare", `/api/users/me/shares/${id}`);
});

test("webhooks are answered as the contract says", async () => {
  const own = "/api/users/me/webhooks";
  const wanted = { url: "https://hooks.example/in", events: ["link.saved"], with_notes: true };
  const { id } = await checked<{ id: string }>("createWebhook", own, wanted);
  await checked("createWebhook", own, { ...wanted, url: "ftp://hooks.example/" });
  await checked("listWebhooks", own);
  await checked("changeWebhook", `${own}/${id}`, { events: ["link.deleted"] });
  await checked("changeWebhook", `${own}/${crypto.randomUUID()}`, { is_paused: true });
  const sent = await checked<{ id: string }>("testWebhook", `${own}/${id}/test`);
  await checked("listDeliveries", `${own}/${id}/deliveries`);
  // Nobody has attempted it yet: enrichment is not there.
  await checked("replayDelivery", `${own}/${id}/deliveries/${sent.id}/replay`);
  await checked("changeWebhook", `${own}/${id}`, { is_paused: true });
  await checked("testWebhook", `${own}/${id}/test`);
  await checked("deleteWebhook", `${own}/${id}`);
  await checked("deleteWebhook", `${own}/${id}`);
});

test("folders are answered as the contract says", async () => {
  const folder = await checked<{ id: number }>("createFolder", "/api/folders/", { name: "One" });
  const other = await checked<{ id: number }>("createFolder", "/api/folders/", { name: "Two" });
  await checked("createFolder", "/api/folders/", { name: "Three", parent_folder_id: folder.id });
  await checked("createFolder", "/api/folders/", { name: "One" });
  await checked("changeFolder", `/api/folders/${folder.id}`, { name: "Uno" });
  const place = { folder_id: other.id, new_order_index: 0, parent_folder_id: null };
  await checked("reorderFolder", "/api/folders/reorder", place);
  await checked("listFolders", "/api/folders/");
  await checked("deleteFolder", `/api/folders/${folder.id}?recursive=true`);
  await checked("restoreFolder", `/api/folders/${folder.id}/restore`);
});

test("imports are answered as the contract says", async () => {
  const bookmarks =
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><A HREF="https://example.org/imported">A</A></DL><p>';
  const send = (file: string) =>
    checked<{ id: string }>("createImport", "/api/imports?name=bookmarks.html", new Blob([file]));
  await send("nothing that can be imported");
  const { id } = await send(bookmarks);
  await checked("getImport", `/api/imports/${id}`);
  await checked("listImports", "/api/imports");
});

test("passwords, passkeys, sessions and addresses are answered as the contract says", async () => {
  const email = "anna@satchel.example";
  await checked("setPassword", "/api/auth/set-password", { new_password: "correct horse" });
  await checked("setPassword", "/api/auth/set-password", { new_password: "correct horse" });
  const change = { old_password: "correct horse", new_password: "battery staple" };
  await checked("changePassword", "/api/users/me/password", change);
  await checked("changePassword", "/api/users/me/password", change);
  await checked("login", "/api/auth/token", new URLSearchParams({ username: email, password: "battery staple" }));
  await checked("login", "/api/auth/token", new URLSearchParams({ username: email }));
  await checked("removePassword", "/api/users/me/password", { old_password: "battery staple" });
  await checked("requestPasswordReset", "/api/auth/request-password-reset", { email });
  await checked("resetPassword", "/api/auth/reset-password", { email, code: "no", new_password: "battery staple" });

  await checked("beginPasskey", "/api/users/me/passkeys/options");
  const credential = { id: "a", rawId: "a", type: "public-key", clientExtensionResults: {} };
  const attestation = { ...credential, response: { clientDataJSON: "a", attestationObject: "a" } };
  await checked("addPasskey", "/api/users/me/passkeys", { response: attestation });
  await checked("listPasskeys", "/api/users/me/passkeys");
  await checked("removePasskey", `/api/users/me/passkeys/${crypto.randomUUID()}`);
  await checked("beginPasskeySignIn", "/api/auth/passkey/options");
  const assertion = { ...credential, response: { clientDataJSON: "a", authenticatorData: "a", signature: "a" } };
  await checked("signInWithPasskey", "/api/auth/passkey", { response: assertion });

  const { sessions } = await checked<{ sessions: { id: string; is_current: boolean }[] }>(
    "listSessions",
    "/api/users/me/sessions",
  );
  for (const { id, is_current } of sessions)
    if (!is_current) await checked("deleteSession", `/api/users/me/sessions/${id}`);
  await checked("deleteSession", `/api/users/me/sessions/${crypto.randomUUID()}`);

  await checked("addSenderEmail", "/api/sender-emails/", { email: "more@satchel.example" });
  await checked("addSenderEmail", "/api/sender-emails/", { email: "more@satchel.example" });
  await checked("confirmSenderEmail", "/api/sender-emails/confirm", { token: "no" });
  await checked("listSenderEmails", "/api/sender-emails/");
  await checked("deleteSenderEmail", "/api/sender-emails/", { email });
  await checked("deleteSenderEmail", "/api/sender-emails/", { email: "more@satchel.example" });
});

test("e-readers are answered as the contract says", async () => {
  const email = "anna@kindle.com";
  await checked("addReader", "/api/users/me/readers", { email });
  await checked("addReader", "/api/users/me/readers", { email });
  await checked("addReader", "/api/users/me/readers", { email: "none" });
  await checked("listReaders", "/api/users/me/readers");
  await checked("confirmReader", "/api/users/me/readers/confirm", { email, code: "no" });
  await checked("sendToReader", "/api/users/me/readers/send", { email, book: { list: {} } });
  await checked("deleteReader", "/api/users/me/readers", { email });
  await checked("deleteReader", "/api/users/me/readers", { email });
});

test("the digest is answered as the contract says", async () => {
  const path = "/api/users/me/digest";
  const times = { every: "week", weekday: 5, hour: 8, zone: "Europe/Berlin", language: "en" };
  await checked("getDigest", path);
  await checked("chooseDigest", path, times);
  await checked("chooseDigest", path, { ...times, zone: "Mars/Olympus" });
  await checked("getDigest", path);
  await checked("stopDigest", "/api/digests/stop?token=none");
});

test("notifications are answered as the contract says", async () => {
  const path = "/api/users/me/push";
  const p256dh = Buffer.alloc(65, 4).toString("base64url");
  const subscription = { endpoint: "https://push.example/1", p256dh, auth: Buffer.alloc(16).toString("base64url") };
  await checked("getPush", path);
  await checked("startPush", path, subscription);
  await checked("getPush", path);
  await checked("stopPush", path);
});

test("connecting an extension is answered as the contract says", async () => {
  const verifier = "v".repeat(43);
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const { code } = await checked<{ code: string }>("createConnection", "/api/auth/connections", {
    challenge,
    client: "firefox",
  });
  const { refresh_token } = await checked<{ refresh_token: string }>(
    "tradeConnectionCode",
    "/api/auth/connections/token",
    { code, verifier },
  );
  await checked("refreshConnection", "/api/auth/connections/refresh", { refresh_token });
  await checked("tradeConnectionCode", "/api/auth/connections/token", { code, verifier });
  await checked("refreshConnection", "/api/auth/connections/refresh", { refresh_token });
});

test("feeds that are followed are answered as the contract says", async () => {
  const site = await startHttpServer((request, response) => {
    response.writeHead(request.url === "/feed" ? 200 : 404, { "content-type": "application/rss+xml" });
    response.end("<rss><channel><title>F</title><item><link>https://example.org/of-feed</link></item></channel></rss>");
  });
  atEnd(site.close);
  await system.startEnrichment(new URL(site.url).host);
  const own = "/api/subscriptions";
  const url = `${site.url}/feed`;
  await checked("previewFeed", `${own}/preview`, { url });
  await checked("previewFeed", `${own}/preview`, { url: `${site.url}/none` });
  const { id } = await checked<{ id: string }>("createSubscription", own, { url, folder_id: null, take: 1 });
  await checked("createSubscription", own, { url, folder_id: null });
  await checked("createSubscription", own, { url, folder_id: 987654 });
  await checked("createSubscription", own, { url: "no address", folder_id: null });
  await checked("listSubscriptions", own);
  const opml = await fetch(`${system.url}${own}/opml`, { headers: anna.headers });
  expect([opml.status, opml.headers.get("content-type")]).toEqual([200, "text/x-opml; charset=utf-8"]);
  expect(await opml.text()).toContain(`xmlUrl="${url}"`);
  await checked("changeSubscription", `${own}/${id}`, { is_paused: true });
  const bert = await signIn("bert-reads@satchel.example");
  await bert.checked("changeSubscription", `${own}/${id}`, { is_paused: false });
  await bert.checked("deleteSubscription", `${own}/${id}`);
  await checked("deleteSubscription", `${own}/${id}`);
  await checked("deleteSubscription", `${own}/${id}`);
});

test("newsletters are answered as the contract says", async () => {
  expect(await checked("getMailSettings", "/api/users/me/mail")).toEqual({ keeps_attachments: false });
  await checked("changeMailSettings", "/api/users/me/mail", { keeps_attachments: true });
  expect(await checked("getMailSettings", "/api/users/me/mail")).toEqual({ keeps_attachments: true });
  const own = "/api/newsletters";
  const made = await checked<{ id: string }>("createSecretAddress", `${own}/addresses`, {
    name: "Letters",
    folder_id: null,
    tags: ["news"],
  });
  await checked("createSecretAddress", `${own}/addresses`, { name: "\u200b", folder_id: null });
  await checked("createSecretAddress", `${own}/addresses`, { name: "Letters", folder_id: 987654 });
  await checked("changeSecretAddress", `${own}/addresses/${made.id}`, { name: "Other", folder_id: null });
  await checked("muteSender", `${own}/mute`, { sender: "Loud@news.example", is_muted: true });
  const all = await checked<{ sources: unknown[] }>("listNewsletters", own);
  expect(all.sources).toMatchObject([{ sender: "loud@news.example", is_muted: true, count: 0, last: null }]);
  await checked("unsubscribe", `${own}/unsubscribe`, { sender: "loud@news.example" });
  const bert = await signIn("bert-writes@satchel.example");
  await bert.checked("changeSecretAddress", `${own}/addresses/${made.id}`, { name: "Mine" });
  await bert.checked("deleteSecretAddress", `${own}/addresses/${made.id}`);
  expect(await bert.checked("getMailSettings", "/api/users/me/mail")).toEqual({ keeps_attachments: false });
  await checked("deleteSecretAddress", `${own}/addresses/${made.id}`);
  await checked("deleteSecretAddress", `${own}/addresses/${made.id}`);
});

test("rules are answered as the contract says", async () => {
  const own = "/api/users/me/rules";
  const { id: folder } = await checked<{ id: number }>("createFolder", "/api/folders/", { name: "Ruled" });
  await checked("createLink", "/api/links/", { url: "https://ruled.example/a" });
  const rule = {
    name: "Ruled",
    is_on: true,
    conditions: [{ kind: "site", any: ["https://www.Ruled.example/start"] }],
    actions: [{ kind: "move", folder_id: folder }],
  };
  const made = await checked<Rule>("createRule", own, rule);
  expect(made.conditions).toEqual([{ kind: "site", any: ["ruled.example"] }]);
  await checked("createRule", own, { ...rule, name: " " });
  await checked("createRule", own, { ...rule, actions: [{ kind: "move", folder_id: 987654 }] });
  await checked("createRule", own, { ...rule, actions: [{ kind: "send", email: "not-mine@kindle.com" }] });
  await checked("createRule", own, { ...rule, conditions: [{ kind: "site", any: ["no host"] }] });
  expect(await checked("listRules", own)).toMatchObject({ rules: [{ id: made.id }] });
  const preview = await checked<RulePreview>("previewRule", `${own}/preview`, rule);
  expect(preview).toMatchObject({ changed: 1, unchanged: 0, texts_unread: 0, links: [{ folder_id: null }] });
  const applied = await checked<{ bulk_id: string }>("applyRule", `${own}/${made.id}/apply`);
  expect(applied).toMatchObject({ changed: 1, failed: [] });
  await checked("undoBulk", `/api/links/bulk/${applied.bulk_id}/undo`);
  await checked("changeRule", `${own}/${made.id}`, { is_on: false, position: 0 });

  const bert = await signIn("bert-rules@satchel.example");
  const nobodys = { detail: "Rule not found" };
  expect(await bert.checked("changeRule", `${own}/${made.id}`, { is_on: true })).toEqual(nobodys);
  expect(await bert.checked("applyRule", `${own}/${made.id}/apply`)).toEqual(nobodys);
  expect(await bert.checked("deleteRule", `${own}/${made.id}`)).toEqual(nobodys);
  expect(await bert.checked("restoreRule", `${own}/${made.id}/restore`)).toEqual(nobodys);
  expect(await bert.checked("previewRule", `${own}/preview`, rule)).toEqual({ detail: texts.folders.notFound });
  expect(await bert.checked("createRule", own, rule)).toEqual({ detail: texts.folders.notFound });
  expect(await bert.checked("listRules", own)).toEqual({ rules: [] });

  await checked("deleteRule", `${own}/${made.id}`);
  await checked("deleteRule", `${own}/${made.id}`);
  await checked("restoreRule", `${own}/${made.id}/restore`);
});

test("single sign-on is answered as the contract says, without a provider", async () => {
  await checked("beginSso", "/api/auth/sso/none");
  await checked("finishSso", "/api/auth/sso/none/callback?code=a&state=b");
  await checked("proveSso", "/api/auth/sso-proof", { code: "123456" });
  await checked("connectSignIn", "/api/auth/sso/none/connect", {});
  await checked("listSignIns", "/api/users/me/sign-ins");
  await checked("disconnectSignIn", `/api/users/me/sign-ins/${"0".repeat(64)}`);
  expect(await checked("signInByProxy", "/api/auth/proxy")).toEqual({ status: "none" });
});

test("the account, and signing in and out, are answered as the contract says", async () => {
  await checked("getStatus", "/api/users/me/status");
  await checked("getUser", "/api/users/me");
  await checked("listCaptures", "/api/captures");
  await checked("undoCapture", `/api/captures/${crypto.randomUUID()}/undo`);
  await checked("getAnswers", "/api/users/me/answers");
  await checked("changeAnswers", "/api/users/me/answers", { is_on: true, language: "de" });
  expect(await checked("getAnswers", "/api/users/me/answers")).toEqual({ is_on: true, language: "de" });
  await checked("changeAnswers", "/api/users/me/answers", { is_on: false });
  await checked("exportUser", "/api/users/me/export");
  await checked("getConfig", "/api/config");
  await checked("getHealth", "/api/health");
  await checked("register", "/api/auth/register", { email: "anna@satchel.example" });
  await checked("resendCode", "/api/auth/resend-code", { email: "anna@satchel.example" });
  await checked("verifyEmail", "/api/auth/verify-email", { email: "anna@satchel.example", code: "no" });
  const email = "bert@satchel.example";
  await checked("verifyEmail", "/api/auth/verify-email", { email, code: await system.codeFor(email) });
  const carl = await system.signIn("carl@satchel.example");
  Object.assign(anna.headers, { cookie: carl.cookie });
  await checked("refreshToken", "/api/auth/refresh-token");
  await checked("deleteUser", "/api/users/me");
  await checked("logout", "/api/auth/logout");
});

test("every operation that answers JSON was looked at", () => {
  const json = operations.filter(({ produces }) => produces === undefined).map(({ id }) => id);
  expect([...seen].sort()).toEqual(json.sort());
});
