import type { ConnectionTokens } from "@satchel/contracts";
import { tradeConnectionCode } from "@satchel/contracts/settings-routes";
import { browser } from "@wxt-dev/browser";
import { type Archive, archiveOf } from "../api/archive.ts";
import { type Client, createClient, exchange } from "../api/client.ts";
import { answerIn, begin } from "../core/connecting.ts";
import { accountOf } from "../core/queue.ts";
import { hostPattern } from "../core/serverAddress.ts";
import { accessStore, type Connection, connectionStore, pendingStore } from "./stores.ts";

const CLIENT = import.meta.env.FIREFOX ? "firefox" : "chrome";

/**
 * Requests the host permission for a server. Browsers grant it only as the first step after a click.
 * @param server its origin
 */
export const requestServer = (server: string): Promise<boolean> =>
  browser.permissions.request({ origins: [hostPattern(server)] });

/** Opens the server's page that asks for consent, in a tab of its own. */
export async function beginConnection(server: string): Promise<void> {
  const { page, ...pending } = await begin(server, CLIENT);
  const tab = await browser.tabs.create({ url: page });
  if (tab.id !== undefined) await pendingStore.write({ ...pending, tabId: tab.id });
}

/** The result of a requested connection; `none` while it is pending. */
type ConnectionResult = "connected" | "denied" | "failed" | "none";

/**
 * Checks whether the opened tab has the server's answer, and exchanges its code for tokens. The lock lets only one of
 * the extension's pages use the answer.
 */
export async function finishConnection(): Promise<ConnectionResult> {
  return navigator.locks.request("connecting", async () => {
    const pending = await pendingStore.read();
    if (pending === null) return "none";
    const tab = await browser.tabs.get(pending.tabId).catch(() => undefined);
    const answer = answerIn(pending, tab?.id ?? -1, tab?.url);
    if (answer === undefined) return "none";
    await pendingStore.write(null);
    await browser.tabs.remove(pending.tabId).catch(() => undefined);
    if ("error" in answer) return "denied";
    const { server, verifier } = pending;
    const body = { code: answer.code, verifier };
    const traded = await exchange<ConnectionTokens>(server, { operation: tradeConnectionCode, body });
    if (traded.kind !== "answered") return "failed";
    const { access_token: token, expires_in, refresh_token: refreshToken, email } = traded.body;
    await accessStore.write({ token, until: Date.now() + expires_in * 1000, of: refreshToken });
    await connectionStore.write({ server, email, refreshToken });
    return "connected";
  });
}

/** Drops the token of a connection that the server ended, unless another one was made since. Its address is kept, to connect again. */
const forgetToken = async (ended: string): Promise<void> => {
  await connectionStore.change((connection) =>
    connection?.refreshToken === ended ? { ...connection, refreshToken: null } : connection,
  );
};

function clientOf({ server, refreshToken }: Connection): Client | undefined {
  if (refreshToken === null) return undefined;
  return createClient({ server, refreshToken, access: accessStore, onEnded: () => forgetToken(refreshToken) });
}

interface ConnectedAccount {
  /** Whose pages are to be sent; also after the server ended the connection. Undefined: nobody is connected. */
  readonly account: string | undefined;
  /** Undefined while pages can't be sent. */
  readonly archive: Archive | undefined;
}

/** The connected account, and its archive. */
export async function connected(): Promise<ConnectedAccount> {
  const connection = await connectionStore.read();
  const client = connection === null ? undefined : clientOf(connection);
  return { account: connection === null ? undefined : accountOf(connection), archive: client && archiveOf(client) };
}

/** The connected archive, if any. */
export const connectedArchive = async (): Promise<Archive | undefined> => (await connected()).archive;

/** Signs out: ends the connection on the server, deletes it here, and removes the host permission. */
export async function disconnect(): Promise<void> {
  const connection = await connectionStore.read();
  if (connection === null) return;
  await clientOf(connection)?.logout();
  await connectionStore.write(null);
  await accessStore.write(null);
  await browser.permissions.remove({ origins: [hostPattern(connection.server)] }).catch(() => false);
}
