import { randomBytes } from "node:crypto";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MAIL_BYTES } from "@satchel/contracts";
import type { MailIngestConfig } from "../config.ts";
import { DRAIN_MS, HEADER_LINES, HOOK_SECONDS, LINE_BYTES, MIME_PARTS, SILENCE_SECONDS } from "../limits.ts";

const PLUGIN = "satchel";

/**
 * Our levels as Haraka names them. At our info it tells troubles only, since our plugin tells each mail's fate in one line. Its two
 * finest would write mails into the log, so they are never used.
 */
const LEVELS: Record<string, string> = { trace: "info", debug: "notice", info: "warn", warn: "warn", error: "error" };

/**
 * The files of a Haraka instance folder: their paths below it and their contents. `pluginUrl` is the file URL of our plugin's
 * module.
 */
export function instanceFiles(config: MailIngestConfig, pluginUrl: string): Record<string, string> {
  const { SMTP_PORT: port } = config;
  const host = config.SMTP_HOST.replace(/^\[|\]$/g, "");
  const domain = config.SAVE_ADDRESS.slice(config.SAVE_ADDRESS.lastIndexOf("@") + 1);
  return {
    "config/smtp.ini": ini({
      main: {
        listen: `${host.includes(":") ? `[${host}]` : host}:${port}`,
        nodes: config.SMTP_PROCESSES,
        inactivity_timeout: SILENCE_SECONDS,
        force_shutdown_timeout: DRAIN_MS / 1000,
      },
    }),
    "config/connection.ini": ini({
      main: { spool_after: -1, smtputf8: true },
      haproxy: { enabled: false },
      // The mail is kept as it was sent: nothing is added to its header or renamed in it.
      headers: { add_received: false, clean_auth_results: false, show_version: false, max_lines: HEADER_LINES },
      max: { bytes: MAIL_BYTES, line_length: 2048, data_line_length: LINE_BYTES, mime_parts: MIME_PARTS },
      message: { "greeting[]": "Satchel", helo: "nice to meet you", close: "goodbye" },
      uuid: { banner_chars: 0, deny_chars: 0 },
    }),
    "config/log.ini": ini({ main: { level: LEVELS[config.LOG_LEVEL] ?? "crit", timestamps: false, format: "json" } }),
    // No certificate is looked for: STARTTLS is not offered.
    "config/tls.ini": ini({ main: { key: "", cert: "" } }),
    "config/outbound.ini": ini({ main: { disabled: true } }),
    "config/plugins": `${PLUGIN}\n`,
    "config/plugin_timeout": `${HOOK_SECONDS}\n`,
    "config/me": `${domain}\n`,
    "config/host_list": `${domain}\n`,
    // Without a key every program on this machine could give Haraka commands over SMTP (INTERNALCMD).
    "config/internalcmd_key": `${randomBytes(32).toString("hex")}\n`,
    [`plugins/${PLUGIN}/package.json`]: `${JSON.stringify({ name: PLUGIN, type: "module", main: "index.js" })}\n`,
    [`plugins/${PLUGIN}/index.js`]: `export * from ${JSON.stringify(pluginUrl)};\n`,
  };
}

/** Writes the instance folder, readable by nobody else. */
export async function writeInstance(folder: string, files: Record<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(join(file, ".."), { recursive: true, mode: 0o700 });
    await writeFile(file, content, { mode: 0o600 });
  }
}

type Ini = Record<string, Record<string, string | number | boolean>>;

const ini = (sections: Ini): string =>
  Object.entries(sections)
    .map(([name, values]) => {
      const lines = Object.entries(values).map(([key, value]) => `${key}=${value}`);
      return `[${name}]\n${lines.join("\n")}\n`;
    })
    .join("\n");
