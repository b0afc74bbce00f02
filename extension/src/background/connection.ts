import type { ConnectionTokens } from "@satchel/contracts";
import { tradeConnectionCode } from "@satchel/contracts/routes";
import { browser } from "@wxt-dev/browser";
import { type Archive, archiveOf } from "../api/archive.ts";
import { type Client, createClient, exchange } from "../api/client.ts";
import { answerIn, begin } from "../core/connecting.ts";
import { hostPattern } from "../core/serverAddress.ts";
import { accessStore, type Connection, connectionStore, pendingStore } from "./stores.ts";

const CLIENT = import.meta.env.FIREFOX ? "firefox" : "chrome";

/**
 * Asks for the host permission of a server. Must be the first thing that a click leads to: browsers grant it only then.
 * @param server its origin
 */
export const askForServer = (server: string): Promise<boolean> =>
  browser.permissions.request({ origins: [hostPattern(server)] });

/** Opens the server's page that asks for consent, in a tab of its own. */
export async function beginConnection(server: string): Promise<void> {
  const { page, ...pending } = await begin(server, CLIENT);
  const tab = await browser.tabs.create({ url: page });
  if (tab.id !== undefined) await pendingStore.write({ ...pending, tabId: tab.id });
}

/** How a connection that was asked for ended; `none` while it did not. */
export type Finished = "connected" | "denied" | "failed" | "none";

/**
 * Looks whether the tab that was opened holds the answer, and trades it in. The answer is taken once, whichever of the
 * extension's pages sees it first.
 */
export async function finishConnection(): Promise<Finished> {
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
    await accessStore.write({ token, until: Date.now() + expires_in * 1000 });
    await connectionStore.write({ server, email, refreshToken });
    return "connected";
  });
}

/** The connection was ended by the server: it is remembered where it led, so that it can be made again. */
const forgetToken = async (): Promise<void> => {
  await connectionStore.change((connection) => connection && { ...connection, refreshToken: null });
};

function clientOf({ server, refreshToken }: Connection): Client | undefined {
  if (refreshToken === null) return undefined;
  return createClient({ server, refreshToken, access: accessStore, onEnded: forgetToken });
}

/** The archive that is connected; undefined where none is. */
export async function connectedArchive(): Promise<Archive | undefined> {
  const connection = await connectionStore.read();
  const client = connection === null ? undefined : clientOf(connection);
  return client && archiveOf(client);
}

/** Signs out: ends the connection on the server, forgets it here, and gives the host permission back. */
export async function disconnect(): Promise<void> {
  const connection = await connectionStore.read();
  if (connection === null) return;
  await clientOf(connection)?.logout();
  await connectionStore.write(null);
  await accessStore.write(null);
  await browser.permissions.remove({ origins: [hostPattern(connection.server)] }).catch(() => false);
}
