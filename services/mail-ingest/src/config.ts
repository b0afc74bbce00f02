import { isIP } from "node:net";
import { join, resolve } from "node:path";
import {
  busSettings,
  ConfigurationError,
  isLoopback,
  List,
  normaliseAddress,
  operationsSettings,
  readConfig,
} from "@satchel/chassis";
import {
  MAIL_BYTES,
  MAIL_MEMORY_BYTES,
  MAILS_PER_CLIENT,
  MAILS_PER_SENDER,
  SMTP_COMMAND_SECONDS,
  SMTP_CONNECTIONS,
  SMTP_CONNECTIONS_PER_CLIENT,
  SMTP_DATA_SECONDS,
} from "@satchel/contracts";
import Type, { type Static } from "typebox";

const Count = (standard: number, description: string) =>
  Type.Integer({ default: standard, minimum: 1, maximum: 1_000_000_000, description });

/** Settings of the SMTP door that are the same wherever it runs, in one process with everything or alone. */
export const smtpSettings = {
  SMTP_PROCESSES: Type.Integer({ default: 0, minimum: 0, maximum: 64, description: "0: one process for everything" }),
  SMTP_TLS_CERT_FILE: Type.Optional(
    Type.String({
      minLength: 1,
      description: "PEM file of the certificate for STARTTLS, with its chain behind it; read again when it changes",
    }),
  ),
  SMTP_TLS_KEY_FILE: Type.Optional(
    Type.String({ minLength: 1, description: "PEM file of its private key, without a passphrase" }),
  ),
  SMTP_PROXIES: List({
    description:
      "addresses or networks of TCP balancers in front; each of their connections begins with PROXY (version 1)",
  }),
  SMTP_CONNECTIONS: Count(SMTP_CONNECTIONS, "connections of one process"),
  SMTP_CONNECTIONS_PER_CLIENT: Count(SMTP_CONNECTIONS_PER_CLIENT, "of these, connections of one address or IPv6 /64"),
  SMTP_MAIL_MEMORY_MB: Type.Integer({
    default: MAIL_MEMORY_BYTES / 2 ** 20,
    minimum: MAIL_BYTES / 2 ** 20,
    maximum: 4096,
    description: "megabytes of mails that one process holds at the same time",
  }),
  SMTP_MAILS_PER_CLIENT: Count(MAILS_PER_CLIENT, "mails of one address or IPv6 /64 in an hour, over all replicas"),
  SMTP_MAILS_PER_SENDER: Count(MAILS_PER_SENDER, "mails from one sender address in an hour, over all replicas"),
  SMTP_COMMAND_SECONDS: Count(SMTP_COMMAND_SECONDS, "seconds without a command before a connection is closed"),
  SMTP_DATA_SECONDS: Count(SMTP_DATA_SECONDS, "seconds that the text of a mail may stall"),
  POSTMASTER_ADDRESS: Type.Optional(
    Type.String({ description: "who gets the mail to postmaster and abuse; without it that mail lies in OUTBOX_DIR" }),
  ),
};

const Smtp = Type.Object(smtpSettings);
type Smtp = Static<typeof Smtp>;

/** Of the settings of the whole, those of {@link smtpSettings}. */
export const smtpOf = (settings: Smtp): Smtp => {
  const names = new Set(Object.keys(smtpSettings));
  return Object.fromEntries(Object.entries(settings).filter(([name]) => names.has(name))) as Smtp;
};

/** Every setting of the SMTP door: its name in the environment, its default and what it means. */
export const mailIngestSettings = Type.Object({
  ...busSettings,
  ...operationsSettings,
  SMTP_HOST: Type.String({ default: "127.0.0.1", minLength: 1, description: "address that mail is taken on" }),
  SMTP_PORT: Type.Integer({ default: 2525, minimum: 0, maximum: 65535, description: "0: any free port" }),
  SAVE_ADDRESS: Type.String({ default: "save@localhost", description: "the address that users mail links to" }),
  MAIL_AUTH: Type.Optional(
    Type.Union([Type.Literal("enforce"), Type.Literal("off")], {
      description:
        "enforce or off; off is the default while SMTP_HOST is loopback and SMTP_PROXIES is empty, else enforce",
    }),
  ),
  DNS_SERVERS: List({
    description: "DNS servers for checking senders, as address or address:port; none: the system's",
  }),
  ADDRESS_KEY: Type.String({
    minLength: 32,
    description: "the installation's key for addresses, 32 characters or more",
  }),
  ...smtpSettings,
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: "^smtps?://",
      description: "relay for mail to POSTMASTER_ADDRESS; none: files in OUTBOX_DIR",
    }),
  ),
  OUTBOX_DIR: Type.Optional(
    Type.String({ minLength: 1, description: "folder for mail to postmaster and abuse, where there is no relay" }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      minLength: 3,
      description: "sender of outgoing mail; no-reply at SAVE_ADDRESS' domain when missing",
    }),
  ),
  MAIL_RUN_DIR: Type.String({ default: ".data/mail-ingest", description: "folder for Haraka's generated files" }),
});

/** The settings, and what follows from them. */
export type MailIngestConfig = Omit<Static<typeof mailIngestSettings>, "MAIL_AUTH" | "OUTBOX_DIR" | "MAIL_FROM"> & {
  readonly MAIL_AUTH: "enforce" | "off";
  /** An absolute path. */
  readonly OUTBOX_DIR: string;
  readonly MAIL_FROM: string;
};

/**
 * Fills in what follows from the settings.
 * @throws {ConfigurationError} naming what does not fit: addresses that are none, half a certificate
 */
export function completeConfig(config: Static<typeof mailIngestSettings>): MailIngestConfig {
  const faults = faultsOf(config);
  if (faults.length > 0) throw new ConfigurationError(faults);
  const { SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE, SMTP_URL, ...others } = config;
  return {
    ...others,
    ...(SMTP_TLS_CERT_FILE === undefined ? {} : { SMTP_TLS_CERT_FILE: resolve(SMTP_TLS_CERT_FILE) }),
    ...(SMTP_TLS_KEY_FILE === undefined ? {} : { SMTP_TLS_KEY_FILE: resolve(SMTP_TLS_KEY_FILE) }),
    // Haraka is told the relay, and the password in it, only when it has mail for it.
    ...(SMTP_URL === undefined || config.POSTMASTER_ADDRESS === undefined ? {} : { SMTP_URL }),
    // A balancer on this machine brings mail from anywhere.
    MAIL_AUTH:
      config.MAIL_AUTH ?? (isLoopback(config.SMTP_HOST) && config.SMTP_PROXIES.length === 0 ? "off" : "enforce"),
    OUTBOX_DIR: resolve(config.OUTBOX_DIR ?? join(config.MAIL_RUN_DIR, "outbox")),
    MAIL_FROM: config.MAIL_FROM ?? `Satchel <no-reply@${domainOf(config)}>`,
  };
}

function faultsOf(config: Static<typeof mailIngestSettings>): string[] {
  const faults: string[] = [];
  for (const name of ["SAVE_ADDRESS", "POSTMASTER_ADDRESS"] as const) {
    const address = config[name];
    if (address !== undefined && normaliseAddress(address) === undefined) {
      faults.push(`${name} is no e-mail address (it is ${JSON.stringify(address)})`);
    }
  }
  if ((config.SMTP_TLS_CERT_FILE === undefined) !== (config.SMTP_TLS_KEY_FILE === undefined)) {
    faults.push("SMTP_TLS_CERT_FILE and SMTP_TLS_KEY_FILE go together: one of them is missing");
  }
  for (const proxy of config.SMTP_PROXIES) {
    if (!isNetwork(proxy)) faults.push(`SMTP_PROXIES has ${JSON.stringify(proxy)}, which is no address and no network`);
  }
  return faults;
}

/** Whether it is an address, or a network as `192.0.2.0/24`. */
function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** The domain that this server is for: the save address'. */
export const domainOf = ({ SAVE_ADDRESS }: Pick<MailIngestConfig, "SAVE_ADDRESS">): string =>
  SAVE_ADDRESS.slice(SAVE_ADDRESS.lastIndexOf("@") + 1).toLowerCase();

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
