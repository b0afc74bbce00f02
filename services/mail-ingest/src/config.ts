import {
  busSettings,
  ConfigurationError,
  isLoopback,
  List,
  normaliseAddress,
  operationsSettings,
  readConfig,
} from "@satchel/chassis";
import Type, { type Static } from "typebox";

/** Every setting of the SMTP door: its name in the environment, its default and what it means. */
export const mailIngestSettings = Type.Object({
  ...busSettings,
  ...operationsSettings,
  SMTP_HOST: Type.String({ default: "127.0.0.1", minLength: 1, description: "address that mail is taken on" }),
  SMTP_PORT: Type.Integer({ default: 2525, minimum: 0, maximum: 65535, description: "0: any free port" }),
  SMTP_PROCESSES: Type.Integer({ default: 0, minimum: 0, maximum: 64, description: "0: one process for everything" }),
  SAVE_ADDRESS: Type.String({ default: "save@localhost", description: "the address that users mail links to" }),
  MAIL_AUTH: Type.Optional(
    Type.Union([Type.Literal("enforce"), Type.Literal("off")], {
      description: "enforce or off; off is the default while SMTP_HOST is loopback, enforce elsewhere",
    }),
  ),
  DNS_SERVERS: List({
    description: "DNS servers for checking senders, as address or address:port; none: the system's",
  }),
  ADDRESS_KEY: Type.String({
    minLength: 32,
    description: "the installation's key for addresses, 32 characters or more",
  }),
  MAIL_RUN_DIR: Type.String({ default: ".data/mail-ingest", description: "folder for Haraka's generated files" }),
});

/** The settings, and what follows from them. */
export type MailIngestConfig = Omit<Static<typeof mailIngestSettings>, "MAIL_AUTH"> & {
  readonly MAIL_AUTH: "enforce" | "off";
};

/**
 * Fills in what follows from the settings.
 * @throws {ConfigurationError} when the save address is none
 */
export function completeConfig(config: Static<typeof mailIngestSettings>): MailIngestConfig {
  if (normaliseAddress(config.SAVE_ADDRESS) === undefined) {
    throw new ConfigurationError([`SAVE_ADDRESS is no e-mail address (it is ${JSON.stringify(config.SAVE_ADDRESS)})`]);
  }
  return { ...config, MAIL_AUTH: config.MAIL_AUTH ?? (isLoopback(config.SMTP_HOST) ? "off" : "enforce") };
}

/**
 * Reads the configuration from the environment.
 * @throws {ConfigurationError} naming every fault.
 */
export const readMailIngestConfig = (env: Record<string, string | undefined>): MailIngestConfig =>
  completeConfig(readConfig(mailIngestSettings, env));

/** The configuration as environment variables, for the child process that reads it again. */
export const toEnvironment = (config: MailIngestConfig): Record<string, string> =>
  Object.fromEntries(
    Object.entries(config)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : String(value)]),
  );
