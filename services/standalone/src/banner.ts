import { join } from "node:path";
import { isLoopback } from "@satchel/chassis";
import { showsOutbox } from "@satchel/gateway";
import type { Settings } from "./settings.ts";

const DEFAULT_SMTP_PORT = 2525;

/**
 * The first steps, for the person at the terminal: the page's address, the save address, how to send a first mail.
 * @param send the command that mails a link, as it is called here
 */
export function banner(settings: Settings, seconds: number, send: string): string {
  const {
    ADMIN_HOST,
    ADMIN_PORT,
    ADMIN_TOKEN,
    MAIL_AUTH,
    PUBLIC_URL,
    SAVE_ADDRESS,
    SMTP_HOST,
    SMTP_PORT,
    SMTP_URL,
    DATA_DIR,
  } = settings;
  const environment = [
    ...(SMTP_PORT === DEFAULT_SMTP_PORT ? [] : [`SMTP_PORT=${SMTP_PORT}`]),
    ...(SAVE_ADDRESS === "save@localhost" ? [] : [`SAVE_ADDRESS=${SAVE_ADDRESS}`]),
  ];
  const first = [...environment, send, "--from you@example.com https://example.com/"].join(" ");
  const outgoing =
    SMTP_URL !== undefined
      ? "by SMTP_URL"
      : `${join(DATA_DIR, "outbox")}${showsOutbox(settings) ? `, shown at ${PUBLIC_URL}/outbox` : ""}`;
  const unchecked = MAIL_AUTH === undefined ? isLoopback(SMTP_HOST) : MAIL_AUTH === "off";
  const warning = unchecked
    ? "\nSenders of mail are not checked (MAIL_AUTH is off): anybody who reaches that port can mail as any user.\n"
    : "";
  const admin = ADMIN_TOKEN === undefined ? "" : `\n  Operator's page http://${ADMIN_HOST}:${ADMIN_PORT}/admin`;
  return `
Satchel is ready (${seconds.toFixed(1)} s).

  Web page        ${PUBLIC_URL}
  Save address    ${SAVE_ADDRESS}, taken on ${SMTP_HOST}:${SMTP_PORT}
  Outgoing mail   ${outgoing}${admin}

To begin: open the page, sign in with any address such as you@example.com, and read the code in the outgoing
mail. Then send a first link from that address:

  ${first}
${warning}
Ctrl-C stops everything.
`;
}
