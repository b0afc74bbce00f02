import { join, resolve } from "node:path";
import {
  busSettings,
  databaseSettings,
  fetchingSettings,
  isLoopback,
  keySettings,
  MAIL_FROM,
  mailDoorSettings,
  operationsSettings,
  outgoingSettings,
  readConfig,
  SAVE_ADDRESS,
  senderOf,
  smtpSettings,
  wholeCertificate,
} from "@satchel/chassis";
import Type, { type Static } from "typebox";

/** Every setting of the SMTP server: its name in the environment, its default and its meaning. */
export const mailIngestSettings = Type.Object({
  ...busSettings,
  ...operationsSettings,
  ...mailDoorSettings,
  SAVE_ADDRESS,
  DNS_SERVERS: fetchingSettings.DNS_SERVERS,
  ADDRESS_KEY: keySettings.ADDRESS_KEY,
  ...smtpSettings,
  ...outgoingSettings,
  MAIL_FROM,
});

/**
 * The settings of the service: those of the SMTP server, and the database for the tables of captures. They are separate,
 * because Haraka, which strangers connect to, must not have access to the database.
 */
export const mailServiceSettings = Type.Object({
  ...mailIngestSettings.properties,
  /** Without it this process has no tables of captures. */
  DATABASE_URL: Type.Optional(databaseSettings.DATABASE_URL),
  DATABASE_CONNECTIONS: databaseSettings.DATABASE_CONNECTIONS,
});

/** The settings, with the values derived from them. */
export type MailIngestConfig = Omit<Static<typeof mailIngestSettings>, "MAIL_AUTH" | "OUTBOX_DIR" | "MAIL_FROM"> & {
  readonly MAIL_AUTH: "enforce" | "off";
  /** An absolute path. */
  readonly OUTBOX_DIR: string;
  readonly MAIL_FROM: string;
};

/** Adds the values that are derived from settings. */
export function completeConfig(config: Static<typeof mailIngestSettings>): MailIngestConfig {
  const { SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE, SMTP_URL, ...others } = config;
  return {
    ...others,
    ...(SMTP_TLS_CERT_FILE === undefined ? {} : { SMTP_TLS_CERT_FILE: resolve(SMTP_TLS_CERT_FILE) }),
    ...(SMTP_TLS_KEY_FILE === undefined ? {} : { SMTP_TLS_KEY_FILE: resolve(SMTP_TLS_KEY_FILE) }),
    // Haraka gets the relay's URL, which may contain a password, only when it may send mail.
    ...(SMTP_URL === undefined || config.POSTMASTER_ADDRESS === undefined ? {} : { SMTP_URL }),
    // With a balancer on this machine, mail on a loopback address may come from anywhere.
    MAIL_AUTH:
      config.MAIL_AUTH ?? (isLoopback(config.SMTP_HOST) && config.SMTP_PROXIES.length === 0 ? "off" : "enforce"),
    OUTBOX_DIR: resolve(config.OUTBOX_DIR ?? join(config.MAIL_RUN_DIR, "outbox")),
    MAIL_FROM: senderOf(config),
  };
}

/**
 * Reads the configuration from the environment.
 * @throws {ConfigurationError} naming every fault.
 */
export const readMailIngestConfig = (env: Record<string, string | undefined>): MailIngestConfig =>
  completeConfig(readConfig(mailIngestSettings, env, [wholeCertificate]));

/** The configuration as environment variables, for the child process that reads it again. */
export const toEnvironment = (config: MailIngestConfig): Record<string, string> =>
  Object.fromEntries(
    Object.entries(config)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : String(value)]),
  );
