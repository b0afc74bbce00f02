import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { headers } from "@nats-io/transport-node";
import {
  type Bus,
  commandClient,
  connectBus,
  createLogger,
  type Journal,
  openJournal,
  openPool,
  queriesOver,
  readConfig,
  type RunningService,
} from "@satchel/chassis";
import {
  AccessTokenClaims,
  type CommandDefinition,
  CommandReply,
  commandSubject,
  type Locale,
  type PayloadOf,
  ResendCode,
  type ResultOf,
  type SessionTokens,
  type StartSignIn,
  VerifyCode,
} from "@satchel/contracts";
import { atEnd, createTestDatabase, eventually, startTestNats, tempDir, type TestNats } from "@satchel/testing";
import { decodeJwt } from "jose";
import { Value } from "typebox/value";
import { openAdmission } from "../src/accounts/admission.ts";
import { IdentityConfig, startIdentity } from "../src/index.ts";
import { makeDigestsDue } from "../src/policies/due-digests.ts";
import type { IdentityTables } from "../src/queries/index.ts";

const LONG = "-for-tests-only-0123456789abcdef0123";

/** A running identity service with its own servers, and access to its parts for tests. */
export interface RunningIdentity {
  readonly nats: TestNats;
  readonly bus: Bus;
  readonly journal: Journal;
  readonly config: IdentityConfig & { readonly OUTBOX_DIR: string };
  /** What the service logged, at the finest level. */
  readonly log: readonly string[];
  /** Lets time pass for the service. */
  passTime(milliseconds: number): void;
  /** Looks for digests whose time has come, as the service does each minute. */
  makeDigestsDue(): Promise<void>;
  /** Stops the service in this process; the servers keep running. */
  stop(): Promise<void>;
  /** Starts one more replica on the same servers, with other settings if named. */
  replica(env?: Partial<IdentityConfig>): Promise<RunningService>;
  send<C extends CommandDefinition>(definition: C, payload: PayloadOf<C>, commandId?: string): Promise<ResultOf<C>>;
  /** Sends a command as a retry. */
  sendAgain<C extends CommandDefinition>(
    definition: C,
    payload: PayloadOf<C>,
    commandId: string,
  ): Promise<CommandReply>;
  /** The mails to an address in the outbox, oldest first. */
  mailsTo(address: string): Promise<string[]>;
  /** Requests a code, from a separate client for each address, and reads it from the mail. */
  codeFor(address: string): Promise<string>;
  /** Signs in by a new code. */
  signIn(address: string, stayLoggedIn?: boolean): Promise<SessionTokens>;
}

/** @param env settings beside those of all tests */
export async function runIdentity(env: Record<string, string> = {}): Promise<RunningIdentity> {
  const [nats, database, outbox] = await Promise.all([startTestNats(), createTestDatabase(), tempDir()]);
  const OUTBOX_DIR = join(outbox, "outbox");
  const settings = readConfig(IdentityConfig, {
    NATS_URL: nats.url,
    NATS_MONITOR_URL: nats.monitorUrl,
    DATABASE_URL: database.url,
    ADDRESS_KEY: `address${LONG}`,
    CODE_KEY: `code${LONG}`,
    TOKEN_KEY: `token${LONG}`,
    OUTBOX_DIR,
    SAVE_ADDRESS: "save@satchel.example",
    PUBLIC_URL: "https://satchel.example",
    ...env,
  });
  const config = { ...settings, OUTBOX_DIR };
  const log: string[] = [];
  const logger = createLogger("identity", "trace", { write: (line: string) => void log.push(line) });
  let passed = 0;
  const replica = async (other: Partial<IdentityConfig> = {}): Promise<RunningService> => {
    const service = await startIdentity({ ...config, ...other }, logger, () => Date.now() + passed);
    atEnd(() => service.stop());
    return service;
  };
  const service = await replica();
  const bus = await connectBus({ url: nats.url, name: "test", logger, monitorUrl: nats.monitorUrl });
  atEnd(() => bus.close());
  const journal = await openJournal(bus, { logger });
  await eventually(async () => Object.values(await service.checks()).every((check) => check === "ok"));
  const client = commandClient(bus, logger);

  const mailsTo = async (address: string): Promise<string[]> => {
    const names = (await readdir(config.OUTBOX_DIR)).filter((name) => name.endsWith(".eml")).sort();
    // The mails of erased accounts may be removed at any moment.
    const read = (name: string): Promise<string> => readFile(join(config.OUTBOX_DIR, name), "utf8").catch(() => "");
    const mails = await Promise.all(names.map(read));
    return mails.filter((mail) => mail.includes(`\r\nTo: ${address}\r\n`));
  };
  const running: RunningIdentity = {
    nats,
    bus,
    journal,
    config,
    log,
    passTime: (milliseconds) => {
      passed += milliseconds;
    },
    makeDigestsDue: async () => {
      const pool = openPool({ url: database.url, name: "test", logger, connections: 1 });
      await makeDigestsDue({ journal, tables: queriesOver<IdentityTables>(pool), clock: () => Date.now() + passed });
      await pool.end();
    },
    stop: () => service.stop(),
    replica,
    send: async (definition, payload, commandId = randomUUID()) =>
      (await client.send(definition, payload, commandId)).result,
    sendAgain: async (definition, payload, commandId) => {
      const fields = headers();
      fields.set("Satchel-Command-Id", commandId);
      fields.set("Satchel-Retry", "1");
      const message = await bus.nc.request(commandSubject(definition), JSON.stringify(payload), {
        timeout: 5000,
        headers: fields,
      });
      return Value.Parse(CommandReply, message.json());
    },
    mailsTo,
    codeFor: async (address) => {
      await running.send(ResendCode, { email: address, locale: "en", client: clientOf(address) });
      return codesIn(await mailsTo(address)).at(-1) ?? "";
    },
    signIn: async (address, stayLoggedIn = true) =>
      running.send(VerifyCode, { ...guess(address, await running.codeFor(address)), stayLoggedIn }),
  };
  return running;
}

/** What registering an account in the service's journal needs. */
export const registeringAt = ({ journal, config }: RunningIdentity) => ({
  journal,
  addressKey: config.ADDRESS_KEY,
  admission: openAdmission({ journal, invitations: NO_INVITATIONS, key: config.ADDRESS_KEY }, config),
});

/** For rules that need none. */
const NO_INVITATIONS = { admits: async () => false, use: async () => false };

/** The client of an address: a separate network, because limits count by network. */
export const clientOf = (address: string): string => createHash("sha256").update(address).digest("hex").slice(0, 32);

/** Asking for a code, as the gateway sends it. */
export const asking = (email: string, locale: Locale = "en"): PayloadOf<typeof StartSignIn> => ({
  email,
  locale,
  client: clientOf(email),
});

/** Giving a code, as the gateway sends it. */
export const guess = (email: string, code: string): PayloadOf<typeof VerifyCode> => ({
  email,
  code,
  stayLoggedIn: true,
  client: clientOf(email),
  device: "Firefox on Linux",
});

const CODE_IN_SUBJECT = /^Subject: (\d{6}) /m;

/** The code of a mail, read from its subject. */
export function codeIn(mail: string): string {
  const code = CODE_IN_SUBJECT.exec(mail)?.[1];
  if (code === undefined) throw new Error("the mail has no code in its subject");
  return code;
}

/** The codes of the mails that have one. */
export const codesIn = (mails: readonly string[]): string[] =>
  mails.filter((mail) => CODE_IN_SUBJECT.test(mail)).map(codeIn);

/** Another code than this one. */
export const otherThan = (code: string, by = 1): string => String((Number(code) + by) % 1_000_000).padStart(6, "0");

export const claimsOf = (tokens: Pick<SessionTokens, "accessToken">): AccessTokenClaims =>
  Value.Parse(AccessTokenClaims, decodeJwt(tokens.accessToken));
