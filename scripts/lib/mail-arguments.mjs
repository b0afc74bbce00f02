import { parseArgs } from "node:util";

export const USAGE = `Usage: npm run send -- --from you@example.com [--subject "…"] [--to save@localhost] https://example.com/page …

Sends a mail with these links to Satchel, as your own mail program would.
Environment: SMTP_HOST (127.0.0.1), SMTP_PORT (2525), SAVE_ADDRESS (save@localhost).`;

/**
 * The mail of the arguments.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ host: string, port: number, mail: { from: string, to: string, subject: string, text: string } }}
 * @throws {Error} naming the fault
 */
export function readMailArguments(args, env) {
  const options = { from: { type: "string" }, to: { type: "string" }, subject: { type: "string" } };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (!values.from?.includes("@")) throw new Error("--from must be the email address that you send from");
  if (positionals.length === 0) throw new Error("at least one link is needed");
  for (const link of positionals) {
    if (!isWebLink(link)) throw new Error(`${link} is not an http or https link`);
  }
  const port = Number(env.SMTP_PORT || 2525);
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new Error(`SMTP_PORT is ${env.SMTP_PORT}, not a port`);
  return {
    host: env.SMTP_HOST || "127.0.0.1",
    port,
    mail: {
      from: values.from,
      to: values.to ?? (env.SAVE_ADDRESS || "save@localhost"),
      subject: values.subject ?? "",
      text: `${positionals.join("\n")}\n`,
    },
  };
}

function isWebLink(text) {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}
