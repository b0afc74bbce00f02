import { parseUrl } from "@satchel/contracts";
import { challengeOf, newState, newVerifier } from "./pkce.ts";

/** A connection that was asked for and not answered yet. `tabId` is the tab that was opened for it. */
export interface Pending {
  readonly server: string;
  readonly verifier: string;
  readonly state: string;
  readonly tabId: number;
}

export type ExtensionBrowser = "chrome" | "firefox";

/** What a new connection begins with, and the address of the page that asks for consent. */
export async function begin(
  server: string,
  client: ExtensionBrowser,
): Promise<Omit<Pending, "tabId"> & { readonly page: string }> {
  const [verifier, state] = [newVerifier(), newState()];
  const query = new URLSearchParams({ challenge: await challengeOf(verifier), state, client });
  return { server, verifier, state, page: `${server}/connect?${query}` };
}

export type ConnectAnswer = { readonly code: string } | { readonly error: string };

/**
 * The answer that the address of a tab holds. Undefined for any other address: of another tab, another site, another
 * page, or the answer to another question.
 */
export function answerIn(pending: Pending, tabId: number, address: string | undefined): ConnectAnswer | undefined {
  const url = tabId === pending.tabId && address !== undefined ? parseUrl(address) : undefined;
  if (url === undefined) return undefined;
  const { origin, pathname, hash } = url;
  if (origin !== pending.server || pathname !== "/connect/done") return undefined;
  const fields = new URLSearchParams(hash.slice(1));
  if (fields.get("state") !== pending.state) return undefined;
  const code = fields.get("code");
  return code === null ? { error: fields.get("error") ?? "unknown" } : { code };
}
