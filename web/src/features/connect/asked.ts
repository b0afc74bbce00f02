import type { ConnectionRequest } from "@satchel/contracts";

/** What an extension asks for by opening `/connect`. */
export interface Asked {
  readonly request: ConnectionRequest;
  /** Given back as it came, so that the extension knows its own question (RFC 6749 section 4.1.1). */
  readonly state: string;
}

const NAMES = ["challenge", "state", "client"] as const;

/** Reads what is asked off the address; undefined unless each part is there once and of the right shape. */
export function askedBy(search: string): Asked | undefined {
  const parameters = new URLSearchParams(search);
  if (NAMES.some((name) => parameters.getAll(name).length !== 1)) return undefined;
  const [challenge = "", state = "", client = ""] = NAMES.map((name) => parameters.get(name) ?? "");
  if (!/^[\w-]{43}$/.test(challenge) || !/^[\w-]{22}$/.test(state)) return undefined;
  return client === "chrome" || client === "firefox" ? { request: { challenge, client }, state } : undefined;
}

/**
 * The address that the extension waits for in this tab. What it says stands in the fragment, which no server sees.
 * @param answer a code, or that there is none (RFC 6749 section 4.1.2.1)
 */
export const doneAddress = (answer: { code: string } | { error: "access_denied" }, state: string): string =>
  `/connect/done#${new URLSearchParams({ ...answer, state })}`;

/** Whether the page was told of a code; otherwise nothing was connected. */
export const isAgreed = (hash: string): boolean => new URLSearchParams(hash.slice(1)).has("code");
