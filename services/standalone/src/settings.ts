import { resolve } from "node:path";
import { AdminToken, adminSettings } from "@satchel/admin";
import { busSettings, Flag, List, LogLevel, readConfig } from "@satchel/chassis";
import { siteSettings } from "@satchel/gateway";
import { smtpSettings } from "@satchel/mail-ingest";
import Type, { type Static } from "typebox";

/** The run-time contract of `npm start`: every setting, its default and what it is for. */
export const Settings = Type.Object({
  PORT: Type.Integer({ default: 3000, minimum: 1, maximum: 65535, description: "port of the web page" }),
  HOST: Type.String({ default: "127.0.0.1", description: "address the web page is served on" }),
  SMTP_PORT: Type.Integer({ default: 2525, minimum: 1, maximum: 65535, description: "port that mail is taken on" }),
  SMTP_HOST: Type.String({ default: "127.0.0.1", description: "address that mail is taken on" }),
  DATA_DIR: Type.String({ default: "./.data", description: "where everything is kept" }),
  SAVE_ADDRESS: Type.String({ default: "save@localhost", description: "the address that users mail links to" }),
  ...smtpSettings,
  ...siteSettings,
  PUBLIC_URL: Type.Optional(Type.String({ description: "address of the web page as users see it" })),
  DATABASE_URL: Type.Optional(Type.String({ description: "a Postgres of your own instead of the embedded one" })),
  NATS_URL: Type.Optional(Type.String({ description: "a NATS server of your own instead of the embedded one" })),
  NATS_MONITOR_URL: Type.Optional(Type.String({ description: "monitoring of that NATS server, http://host:port" })),
  NATS_REPLICAS: busSettings.NATS_REPLICAS,
  NATS_SYNC_UNCHECKED: Type.Boolean({ default: false, description: "true: don't check that NATS syncs every write" }),
  SMTP_URL: Type.Optional(Type.String({ description: "server for outgoing mail; without it mail lies in the outbox" })),
  MAIL_AUTH: Type.Optional(
    Type.Union([Type.Literal("enforce"), Type.Literal("off")], {
      description: "enforce or off; off is the default only while SMTP_HOST is loopback",
    }),
  ),
  DNS_SERVERS: List({ description: "resolvers for mail authentication and fetching; none: the system's" }),
  FETCH_ALLOW: List({ description: "exact host:port pairs that may be fetched although their address is private" }),
  ICON_SERVICE_URL: Type.Optional(
    Type.String({
      pattern: "^https?://.*\\{host\\}",
      description: "a service asked for icons that a site itself has none of, {host} in the host's place; none: no one",
    }),
  ),
  LINK_HEALTH: Flag({
    default: false,
    description: "on: each link is looked after once a week, whether its page is there",
  }),
  TRUST_PROXY: List({
    description: "addresses or networks of proxies in front, whose X-Forwarded-* headers are believed",
  }),
  SECRET: Type.Optional(
    Type.String({ minLength: 32, description: "the installation's secret; without it one is kept in DATA_DIR" }),
  ),
  LOG_LEVEL: LogLevel("warn"),
  OPERATIONS_HOST: Type.String({ default: "127.0.0.1" }),
  OPERATIONS_PORT: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 65535, description: "port of /health/live, /health/ready and /metrics" }),
  ),
  ...adminSettings,
  ADMIN_TOKEN: Type.Optional(AdminToken),
  SHUTDOWN_SECONDS: Type.Integer({ default: 20, minimum: 1, maximum: 600, description: "after this a stop is forced" }),
});

/** The settings with what follows from them filled in: `PUBLIC_URL`, and `DATA_DIR` as an absolute path. */
export type Settings = Static<typeof Settings> & { readonly PUBLIC_URL: string };

/**
 * Reads the settings from the environment.
 * @throws {ConfigurationError} naming every fault
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const settings = readConfig(Settings, env);
  const PUBLIC_URL = (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, "");
  return { ...settings, PUBLIC_URL, DATA_DIR: resolve(settings.DATA_DIR) };
}
