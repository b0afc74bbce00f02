import { ApiError } from "@satchel/client";
import { countLinks, parseUrl } from "@satchel/contracts";
import { archiveAt } from "../archive.ts";
import { openInBrowser } from "../browser.ts";
import { CommandError, EXIT } from "../exit.ts";
import { readLogin, removeLogin, writeLogin } from "../settings.ts";
import { ask, note, print } from "../terminal.ts";

/** Names of this machine, to which a token may go without encryption. */
const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** `satchel login [server]`: stores a token that the user made in the page. */
export async function login(server: string | undefined, { browser }: { readonly browser: boolean }): Promise<void> {
  const address = addressOf(server ?? (await ask("Address of your Satchel: ")));
  const page = `${address}/links`;
  if (process.stdin.isTTY) {
    if (browser) await openInBrowser(page);
    note(`Make a token under Settings, Apps and tokens, and paste it here: ${page}`);
  }
  const token = await ask("Token (it is not shown): ", { isSecret: true });
  if (!/^satchel_[\w-]+$/.test(token)) {
    throw new CommandError("That is no API token: one begins with satchel_.", EXIT.usage);
  }
  try {
    await archiveAt({ server: address, token }).call(countLinks);
  } catch (error) {
    // A token that only adds links may not count them: it is known, all the same.
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
  }
  await writeLogin({ server: address, token });
  print(`Logged in to ${address}.`);
}

/** `satchel logout`: forgets the token. It stays valid until it is ended in the page. */
export async function logout(): Promise<void> {
  const known = await readLogin();
  await removeLogin();
  print("The token is forgotten here. To end it everywhere, remove it in the page under Settings, Apps and tokens.");
  if (known !== undefined && process.env["SATCHEL_TOKEN"]) note("SATCHEL_TOKEN is set, and still used.");
}

/** The origin of a server that the user typed. */
function addressOf(typed: string): string {
  const text = typed.trim();
  const url = parseUrl(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (url === undefined) throw new CommandError(`${JSON.stringify(typed)} is no address.`, EXIT.usage);
  if (url.protocol === "http:" && !LOCAL.has(url.hostname)) {
    note("Warning: this address is not encrypted. Who listens on the way can read your token.");
  }
  return url.origin;
}
