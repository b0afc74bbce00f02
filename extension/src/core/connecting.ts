import { parseUrl } from "@satchel/contracts";
import { challengeOf, newState, newVerifier } from "./pkce.ts";

/** A requested connection without an answer yet. `tabId` is the tab that was opened for it. */
export interface PendingConnection {
  readonly server: string;
  readonly verifier: string;
  readonly state: string;
  readonly tabId: number;
}

type ExtensionBrowser = "chrome" | "firefox";

/** The secrets of a new connection, and the address of the page that asks for consent. */
export async function begin(
  server: string,
  client: ExtensionBrowser,
): Promise<Omit<PendingConnection, "tabId"> & { readonly page: string }> {
  const [verifier, state] = [newVerifier(), newState()];
  const query = new URLSearchParams({ challenge: await challengeOf(verifier), state, client });
  return { server, verifier, state, page: `${server}/connect?${query}` };
}

type ConnectAnswer = { readonly code: string } | { readonly error: string };

/**
 * The server's answer in the address of a tab. Undefined for another tab, site or page, and for the answer to another
 * request.
 */
export function answerIn(
  pending: PendingConnection,
  tabId: number,
  address: string | undefined,
): ConnectAnswer | undefined {
  const url = tabId === pending.tabId && address !== undefined ? parseUrl(address) : undefined;
  if (url === undefined) return undefined;
  const { origin, pathname, hash } = url;
  if (origin !== pending.server || pathname !== "/connect/done") return undefined;
  const fields = new URLSearchParams(hash.slice(1));
  if (fields.get("state") !== pending.state) return undefined;
  const code = fields.get("code");
  return code === null ? { error: fields.get("error") ?? "unknown" } : { code };
}
