import { resolve } from "node:path";
import {
  ADMIN_TOKEN,
  adminSettings,
  archiveSettings,
  blobSettings,
  busSettings,
  copyQuota,
  databaseSettings,
  fetchingSettings,
  httpSettings,
  mailDoorSettings,
  operationsSettings,
  outgoingSettings,
  Port,
  possibleSignIn,
  PUBLIC_URL,
  quietLogLevel,
  readConfig,
  registrationSettings,
  SAVE_ADDRESS,
  type SettingsRule,
  signingSettings,
  singleSignOnSettings,
  siteSettings,
  smtpSettings,
  Text,
  trustedHeaderSettings,
  Whole,
  wholeCertificate,
  wholeRegistration,
  wholeTrustedHeader,
  withDefault,
} from "@satchel/chassis";
import Type, { type Static } from "typebox";
import { backupSettings, wholeBackups } from "./backup-schedule/settings.ts";

const { FETCH_ALLOW, WEBHOOK_ALLOW, DNS_SERVERS, ICON_SERVICE_URL, LINK_HEALTH } = fetchingSettings;

/** The run-time contract of `npm start`: every setting, its default and its purpose. */
export const Settings = Type.Object({
  PORT: Port({ default: 3000, example: "3000", description: "port of the web page" }),
  HOST: httpSettings.HOST,
  SMTP_PORT: Port({ default: 2525, example: "2525", description: "port that mail is taken on" }),
  SMTP_HOST: mailDoorSettings.SMTP_HOST,
  DATA_DIR: Text({
    default: "./.data",
    must: "be a folder",
    example: "/var/lib/satchel",
    description: "where everything is kept",
  }),
  SAVE_ADDRESS,
  ...smtpSettings,
  ...signingSettings,
  ...siteSettings,
  ...registrationSettings,
  ...singleSignOnSettings,
  ...trustedHeaderSettings,
  /** Default http://localhost:$PORT. */
  PUBLIC_URL: Type.Optional(PUBLIC_URL),
  /** The operator's own Postgres instead of the embedded one. */
  DATABASE_URL: Type.Optional(databaseSettings.DATABASE_URL),
  DATABASE_BUFFERS_MB: Whole({
    default: 32,
    minimum: 1,
    maximum: 65_536,
    must: "be a whole number of megabytes from 1 to 65536",
    example: "256",
    description: "memory in which the embedded Postgres keeps parts of its tables",
  }),
  /** The operator's own NATS server instead of the embedded one. */
  NATS_URL: Type.Optional(busSettings.NATS_URL),
  NATS_MONITOR_URL: busSettings.NATS_MONITOR_URL,
  NATS_REPLICAS: busSettings.NATS_REPLICAS,
  NATS_SYNC_UNCHECKED: busSettings.NATS_SYNC_UNCHECKED,
  SMTP_URL: outgoingSettings.SMTP_URL,
  MAIL_AUTH: mailDoorSettings.MAIL_AUTH,
  DNS_SERVERS,
  FETCH_ALLOW,
  WEBHOOK_ALLOW,
  ICON_SERVICE_URL,
  LINK_HEALTH,
  ...archiveSettings,
  ...copyQuota,
  ...blobSettings,
  TRUST_PROXY: httpSettings.TRUST_PROXY,
  SECRET: Type.Optional(
    Text({
      minLength: 32,
      must: "have 32 characters or more",
      example: "the output of openssl rand -hex 32",
      description: "the installation's secret; without it one is kept in DATA_DIR",
    }),
  ),
  LOG_LEVEL: quietLogLevel,
  OPERATIONS_HOST: operationsSettings.OPERATIONS_HOST,
  OPERATIONS_PORT: operationsSettings.OPERATIONS_PORT,
  ...adminSettings,
  ADMIN_TOKEN: Type.Optional(ADMIN_TOKEN),
  ...backupSettings,
  SHUTDOWN_SECONDS: withDefault(operationsSettings.SHUTDOWN_SECONDS, 20),
});

/** The settings with derived values: `PUBLIC_URL`, and `DATA_DIR` as an absolute path. */
export type Settings = Static<typeof Settings> & { readonly PUBLIC_URL: string };

/**
 * Reads the settings from the environment.
 * @param rules for several settings together: a start has more than a command beside it
 * @throws {ConfigurationError} naming every fault
 */
export function readSettings(env: Record<string, string | undefined>, rules: readonly SettingsRule[] = []): Settings {
  const settings = readConfig(Settings, env, [
    wholeCertificate,
    wholeRegistration,
    wholeBackups,
    possibleSignIn,
    wholeTrustedHeader,
    ...rules,
  ]);
  const PUBLIC_URL = (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, "");
  return { ...settings, PUBLIC_URL, DATA_DIR: resolve(settings.DATA_DIR) };
}
