import {
  MAIL_BYTES,
  MAIL_MEMORY_BYTES,
  MAILS_PER_CLIENT,
  MAILS_PER_SENDER,
  SMTP_COMMAND_SECONDS,
  SMTP_CONNECTIONS,
  SMTP_CONNECTIONS_PER_CLIENT,
  SMTP_DATA_SECONDS,
  domainOf,
} from "@satchel/contracts";
import Type from "typebox";
import { readDkimKey } from "../dkim-key.ts";
import type { SettingsRule } from "../configuration.ts";
import { isMailAddress, isMailbox, isNetwork, isUrlOf } from "./checks.ts";
import { ListenHost } from "./service.ts";
import { AnyPort, List, Text, Whole } from "./setting.ts";

const Count = (standard: number, description: string) =>
  Whole({
    default: standard,
    minimum: 1,
    maximum: 1_000_000_000,
    description,
  });

const LEAST_MEMORY_MB = MAIL_BYTES / 2 ** 20;
const MOST_MEMORY_MB = 4096;

export const SAVE_ADDRESS = Text({
  default: "save@localhost",
  check: isMailAddress,
  must: "be an email address",
  example: "save@satchel.example",
  description: "the address that users mail links to",
});

/** The address of the SMTP server, and whether senders are checked. */
export const mailDoorSettings = {
  SMTP_HOST: ListenHost("address that mail is taken on"),
  SMTP_PORT: AnyPort({ default: 2525, example: "2525", description: "port that mail is taken on; 0: any free one" }),
  MAIL_AUTH: Type.Optional(
    Type.Enum(["enforce", "off"], {
      must: "be enforce or off",
      example: "enforce",
      description:
        "whether senders are checked; off is the default while SMTP_HOST is loopback and SMTP_PROXIES is empty, else enforce",
    }),
  ),
  MAIL_RUN_DIR: Text({
    default: ".data/mail-ingest",
    must: "be a folder",
    example: ".data/mail-ingest",
    description: "folder for Haraka's generated files",
  }),
};

/** Settings of the SMTP server, in one process with all services or alone. */
export const smtpSettings = {
  SMTP_PROCESSES: Whole({
    default: 0,
    minimum: 0,
    maximum: 64,
    example: "2",
    description: "processes that take mail; 0: one",
  }),
  SMTP_TLS_CERT_FILE: Type.Optional(
    Text({
      must: "be a file",
      example: "/etc/satchel/cert.pem",
      description: "PEM file of the certificate for STARTTLS, with its chain behind it; read again when it changes",
    }),
  ),
  SMTP_TLS_KEY_FILE: Type.Optional(
    Text({
      must: "be a file",
      example: "/etc/satchel/key.pem",
      description: "PEM file of its private key, without a passphrase",
    }),
  ),
  SMTP_PROXIES: List({
    check: isNetwork,
    must: "be addresses or networks, separated by commas",
    example: "192.0.2.1, 2001:db8::/64",
    description:
      "addresses or networks of TCP balancers in front; each of their connections begins with PROXY (version 1)",
  }),
  SMTP_CONNECTIONS: Count(SMTP_CONNECTIONS, "connections of one process"),
  SMTP_CONNECTIONS_PER_CLIENT: Count(SMTP_CONNECTIONS_PER_CLIENT, "of these, connections of one address or IPv6 /64"),
  SMTP_MAIL_MEMORY_MB: Whole({
    default: MAIL_MEMORY_BYTES / 2 ** 20,
    minimum: LEAST_MEMORY_MB,
    maximum: MOST_MEMORY_MB,
    description: "megabytes of mails that one process holds at the same time",
  }),
  SMTP_MAILS_PER_CLIENT: Count(MAILS_PER_CLIENT, "mails of one address or IPv6 /64 in an hour, over all replicas"),
  SMTP_MAILS_PER_SENDER: Count(MAILS_PER_SENDER, "mails from one sender address in an hour, over all replicas"),
  SMTP_COMMAND_SECONDS: Count(SMTP_COMMAND_SECONDS, "seconds without a command before a connection is closed"),
  SMTP_DATA_SECONDS: Count(SMTP_DATA_SECONDS, "seconds that the text of a mail may stall"),
  POSTMASTER_ADDRESS: Type.Optional(
    Text({
      check: isMailAddress,
      must: "be an email address",
      example: "admin@example.org",
      description: "who gets the mail to postmaster and abuse; without it that mail lies in OUTBOX_DIR",
    }),
  ),
};

/** A certificate needs both of its files. */
export const wholeCertificate: SettingsRule = ({ SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE }) =>
  (SMTP_TLS_CERT_FILE === undefined) === (SMTP_TLS_KEY_FILE === undefined)
    ? undefined
    : "SMTP_TLS_CERT_FILE and SMTP_TLS_KEY_FILE go together: one of them is missing";

export const outgoingSettings = {
  SMTP_URL: Type.Optional(
    Text({
      check: isUrlOf("smtp", "smtps"),
      must: "be smtp://user:password@host:port or smtps://user:password@host:port",
      example: "smtps://satchel:password@mail.example:465",
      description: "server for outgoing mail; without it mail lies in the outbox",
    }),
  ),
  OUTBOX_DIR: Type.Optional(
    Text({
      must: "be a folder",
      example: ".data/outbox",
      description: "folder of outgoing mail, where there is no server to send it",
    }),
  ),
};

/** The signature of outgoing mail (RFC 6376): of the domain in {@link MAIL_FROM}. */
export const signingSettings = {
  DKIM_KEY: Type.Optional(
    Text({
      check: (value) => readDkimKey(value) !== undefined,
      must: "be an RSA key of 2048 bits or more in one line",
      example: "the output of npm run mail:doctor -- links.example.org --make-dkim-key",
      description:
        "key that outgoing mail is signed with by DKIM; without it the server of SMTP_URL signs, or nobody does",
    }),
  ),
  DKIM_SELECTOR: Text({
    default: "satchel",
    check: (value) => /^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/i.test(value),
    must: "be a name in the DNS",
    example: "satchel",
    description: "selector of that key: its record is at <selector>._domainkey.<domain of MAIL_FROM>",
  }),
};

export const MAIL_FROM = Type.Optional(
  Text({
    check: isMailbox,
    must: "be an email address, or a name with one in angle brackets behind it",
    example: "Satchel <no-reply@satchel.example>",
    description: "sender of outgoing mail; no-reply at SAVE_ADDRESS' domain when missing",
  }),
);

interface SenderSettings {
  readonly MAIL_FROM?: string;
  readonly SAVE_ADDRESS: string;
}

/** The sender of outgoing mail. */
export const senderOf = ({ MAIL_FROM, SAVE_ADDRESS }: SenderSettings): string =>
  MAIL_FROM ?? `Satchel <no-reply@${domainOf(SAVE_ADDRESS)}>`;
