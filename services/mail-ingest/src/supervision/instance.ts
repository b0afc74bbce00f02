import { randomBytes } from "node:crypto";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { isIPv6 } from "node:net";
import { join } from "node:path";
import { MAIL_BYTES, MAIL_HEADER_LINES, MAIL_PARTS, SMTP_COMMAND_BYTES, domainOf } from "@satchel/contracts";
import type { MailIngestConfig } from "../config.ts";
import { DRAIN_MS, HOOK_SECONDS, LINE_BYTES } from "../limits.ts";

const PLUGIN = "satchel";

/**
 * Haraka's log levels for ours. Haraka logs warnings and errors only: its levels notice and info log every command with the
 * addresses of sender and recipient, and its two lowest levels whole mails. Our plugin logs one line for each mail.
 */
const LEVELS: Record<string, string> = { trace: "warn", debug: "warn", info: "warn", warn: "warn", error: "error" };

/**
 * The files of a Haraka instance folder: their paths below it and their contents. `pluginUrl` is the file URL of our
 * plugin's module.
 */
export function instanceFiles(config: MailIngestConfig, pluginUrl: string): Record<string, string> {
  const domain = domainOf(config.SAVE_ADDRESS).toLowerCase();
  return {
    "config/smtp.ini": ini({
      main: {
        // Any free port: the plugin closes it, and gets its connections from the parent process.
        listen: "127.0.0.1:0",
        nodes: 0,
        // A second limit: our own, which are shorter, close connections before.
        inactivity_timeout: Math.max(config.SMTP_COMMAND_SECONDS, config.SMTP_DATA_SECONDS) + 30,
        force_shutdown_timeout: DRAIN_MS / 1000,
      },
    }),
    "config/connection.ini": ini({
      main: { spool_after: -1, smtputf8: true },
      haproxy: { enabled: config.SMTP_PROXIES.length > 0, "hosts[]": config.SMTP_PROXIES.map(withMask) },
      // Nothing is added to the header of a mail or renamed in it.
      headers: { add_received: false, clean_auth_results: false, show_version: false, max_lines: MAIL_HEADER_LINES },
      max: { bytes: MAIL_BYTES, line_length: SMTP_COMMAND_BYTES, data_line_length: LINE_BYTES, mime_parts: MAIL_PARTS },
      message: { "greeting[]": "Satchel", helo: "nice to meet you", close: "goodbye" },
      uuid: { banner_chars: 0, deny_chars: 0 },
    }),
    "config/log.ini": ini({ main: { level: LEVELS[config.LOG_LEVEL] ?? "crit", timestamps: false, format: "json" } }),
    // Haraka reads no certificate: our plugin answers STARTTLS.
    "config/tls.ini": ini({ main: { key: "", cert: "" } }),
    "config/outbound.ini": ini({ main: { disabled: true } }),
    "config/plugins": `${PLUGIN}\n`,
    "config/plugin_timeout": `${HOOK_SECONDS}\n`,
    "config/me": `${domain}\n`,
    "config/host_list": `${domain}\n`,
    // Without a key every program on this machine could send Haraka internal commands over SMTP (INTERNALCMD).
    "config/internalcmd_key": `${randomBytes(32).toString("hex")}\n`,
    [`plugins/${PLUGIN}/package.json`]: `${JSON.stringify({ name: PLUGIN, type: "module", main: "index.js" })}\n`,
    [`plugins/${PLUGIN}/index.js`]: `export * from ${JSON.stringify(pluginUrl)};\n`,
  };
}

/** Writes the instance folder, readable by this user only. */
export async function writeInstance(folder: string, files: Record<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(join(file, ".."), { recursive: true, mode: 0o700 });
    await writeFile(file, content, { mode: 0o600 });
  }
}

/** Adds the mask of a single address: Haraka reads an IPv6 address without a mask as its /64. */
const withMask = (network: string): string =>
  network.includes("/") ? network : `${network}/${isIPv6(network) ? 128 : 32}`;

type Value = string | number | boolean;
type Ini = Record<string, Record<string, Value | readonly Value[]>>;

const ini = (sections: Ini): string =>
  Object.entries(sections)
    .map(([name, values]) => {
      const lines = Object.entries(values).flatMap(([key, value]) => [value].flat().map((one) => `${key}=${one}`));
      return `[${name}]\n${lines.join("\n")}\n`;
    })
    .join("\n");
