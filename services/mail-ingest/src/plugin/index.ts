import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import {
  collectAtRest,
  createLogger,
  digestOwner,
  networkOf,
  newCorrelation,
  startTracing,
  stopTracing,
  withSpan,
  withCorrelation,
} from "@satchel/chassis";
import { domainOf } from "@satchel/contracts";
import { readMailIngestConfig } from "../config.ts";
import { type Answer, answers, outcomeOf } from "../domain/answers.ts";
import { JOURNAL_MS } from "../limits.ts";
import { Certificates, certificateFiles } from "../tls/certificate.ts";
import { Connections, dismiss } from "./connections.ts";
import { areKnown, type Recipients, secretLocalOf, takeRecipient } from "./envelope.ts";
import * as haraka from "./haraka.ts";
import { toDsn } from "./haraka.ts";
import { endWithParent, stopOnSigterm, notifyParent } from "./lifetime.ts";
import { takeSecretAddress } from "./secret-recipient.ts";
import { startTls } from "./starttls.ts";
import * as upstream from "./upstream.ts";
import { type MailHandlers, openMailHandlers } from "./mail-handlers.ts";

// Haraka calls the exported functions `hook_*` by their names.

const config = readMailIngestConfig(process.env);
const logger = createLogger("mail-ingest", config.LOG_LEVEL).child(
  config.SMTP_PROCESSES > 1 ? { worker: process.pid } : {},
);
const domain = domainOf(config.SAVE_ADDRESS).toLowerCase();
const connections = new Connections({
  connections: config.SMTP_CONNECTIONS,
  connectionsPerClient: config.SMTP_CONNECTIONS_PER_CLIENT,
  commandMs: config.SMTP_COMMAND_SECONDS * 1000,
  dataMs: config.SMTP_DATA_SECONDS * 1000,
  memory: config.SMTP_MAIL_MEMORY_MB * 2 ** 20,
});
const recipients = new WeakMap<haraka.HarakaTransaction, Recipients>();
const accepted = new WeakMap<haraka.HarakaTransaction, Answer>();
const files = certificateFiles(config);
const certificates = files === undefined ? undefined : new Certificates(files, logger);

const isOwnToken = (token: string): boolean => digestOwner(config.ADDRESS_KEY, token) !== undefined;

let handlers: MailHandlers;
/** Open sockets. */
let open = 0;

export function register(): void {
  endWithParent();
  void startTracing("mail-ingest", logger);
  handlers = openMailHandlers(config, domain, logger);
  stopOnSigterm(async () => {
    await connections.drain();
    await handlers.close();
    await stopTracing();
  });
}

/** Called once Haraka listens. Its connections come from the parent process instead (decision 21). */
export function hook_init_master(next: haraka.Next, server: haraka.HarakaServer): void {
  collectAtRest();
  const [listener] = server.listeners;
  server.stopListeners();
  process.on("message", (_message, connection?: Socket) => {
    if (connection === undefined) return;
    notifyParent({ kind: "taken" });
    // Of a client that has gone already Haraka would tell nobody. Sockets that are still open after our last reply count too.
    const isGone = connection.remoteAddress === undefined || connection.localAddress === undefined;
    if (isGone || open >= config.SMTP_CONNECTIONS * 2) {
      connection.destroy();
      return notifyParent({ kind: "closed" });
    }
    open++;
    // With Nagle's algorithm and PIPELINING each mail would wait 40 ms for the client's delayed acknowledgement.
    connection.setNoDelay(true);
    listener?.emit("connection", connection);
  });
  const opened = Promise.all([handlers.opened, certificates?.current()]);
  // Ready when mail can be stored. Without the journal it is reported after a while too: mails are answered 451 then.
  void Promise.race([opened, sleep(JOURNAL_MS)]).then(() => notifyParent({ kind: "ready" }));
  void opened.then(() => notifyParent({ kind: "storing" }));
  next();
}

/** Called before the first reply, and after the PROXY line of a balancer. */
export function hook_connect_init(next: haraka.Next, connection: haraka.HarakaConnection): void {
  upstream.refuseProxyLines(connection);
  upstream.watchReplies(connection, connections);
  upstream.watchInput(connection, connections);
  next();
}

/** Skips reverse DNS: the client's name proves nothing, and the query would delay every client. */
export function hook_lookup_rdns(next: haraka.Next): void {
  next(haraka.OK, "unknown");
}

export function hook_connect(next: haraka.Next, connection: haraka.HarakaConnection): void {
  const answer = connections.open(connection);
  if (answer === undefined) next();
  else next(haraka.DENYSOFTDISCONNECT, toDsn(answer));
}

export function hook_disconnect(next: haraka.Next, connection: haraka.HarakaConnection): void {
  connections.close(connection);
  upstream.endLingering(connection, () => {
    open--;
    notifyParent({ kind: "closed" });
  });
  next();
}

export function hook_capabilities(next: haraka.Next, connection: haraka.HarakaConnection): void {
  connection.capabilities?.push("ENHANCEDSTATUSCODES");
  if (certificates !== undefined && !connection.tls.enabled) connection.capabilities?.push("STARTTLS");
  next();
}

/** Commands of HTTP, which a browser may be made to send to this port, and BDAT, after which text follows. */
const FOREIGN: ReadonlySet<string> = new Set(["BDAT", "CONNECT", "GET", "POST", "PUT", "OPTIONS", "HEAD"]);

export function hook_unrecognized_command(
  next: haraka.Next,
  connection: haraka.HarakaConnection,
  [command, parameters = ""]: [string, string?],
): void {
  const verb = command.toUpperCase();
  if (verb === "STARTTLS" && certificates !== undefined) {
    void startTls(connection, parameters, certificates).finally(() => next(haraka.OK));
    return;
  }
  if (FOREIGN.has(verb)) return next(haraka.DENYDISCONNECT, toDsn(answers.notOffered));
  next(haraka.DENY, toDsn(verb === "EXPN" ? answers.expandNothing : answers.unknownCommand));
}

export function hook_mail(
  next: haraka.Next,
  _connection: haraka.HarakaConnection,
  [_from, parameters]: [unknown, haraka.Parameters],
): void {
  if (!areKnown(parameters)) return next(haraka.DENY, toDsn(answers.unknownParameter));
  if (!connections.hasMemoryFor(Number(parameters["SIZE"] ?? 0))) {
    return next(haraka.DENYSOFT, toDsn(answers.mailsInMemory));
  }
  next();
}

/** Accepts only the save address, secret addresses, postmaster and abuse, for any envelope sender: nothing is relayed. */
export function hook_rcpt(
  next: haraka.Next,
  connection: haraka.HarakaConnection,
  [address, parameters]: [haraka.HarakaRecipient, haraka.Parameters],
): void {
  const { transaction } = connection;
  if (transaction === null) return next(haraka.DENYSOFT, toDsn(answers.unavailable));
  if (Object.keys(parameters).length > 0) return next(haraka.DENY, toDsn(answers.unknownParameter));
  const before = recipients.get(transaction);
  const taken = takeRecipient(config.SAVE_ADDRESS, domain, address, before, isOwnToken);
  const local = taken === "not-ours" ? secretLocalOf(domain, address) : undefined;
  if (local !== undefined) {
    void takeSecretAddress(local, before, { letters: handlers.letters, logger }).then((result) => {
      if ("code" in result) return next(result.code >= 500 ? haraka.DENY : haraka.DENYSOFT, toDsn(result));
      recipients.set(transaction, result);
      next(haraka.OK);
    });
  } else if (taken === "not-ours") next(haraka.DENY, toDsn(answers.notOurs));
  else if (taken === "too-many") next(haraka.DENYSOFT, toDsn(answers.tooManyRecipients));
  else if (taken === "separate") next(haraka.DENYSOFT, toDsn(answers.separateMail));
  else {
    recipients.set(transaction, taken);
    next(haraka.OK);
  }
}

export function hook_data(next: haraka.Next, connection: haraka.HarakaConnection): void {
  if ((connection.current_data?.length ?? 0) > 0) return next(haraka.DENYDISCONNECT, toDsn(answers.tooEarly));
  connections.requestData(connection);
  void handlers.limits.ofClient(networkOf(connection.remote.ip)).then(
    (may) => {
      if (!may) return next(haraka.DENYSOFT, toDsn(answers.tooManyFromClient));
      connections.beginData(connection);
      if (connection.transaction !== null) upstream.takeText(connection.transaction);
      next();
    },
    (error: unknown) => {
      logger.error({ err: error }, "A mail could not be counted");
      next(haraka.DENYSOFT, toDsn(answers.unavailable));
    },
  );
}

/** The mail is larger than the SIZE that EHLO offered. */
export function hook_max_data_exceeded(next: haraka.Next, connection: haraka.HarakaConnection): void {
  upstream.acceptCommandsAfterMail(connection);
  const fault = connections.endData(connection);
  if (typeof fault === "object") dismiss(connection, fault);
  else next();
}

export function hook_reset_transaction(next: haraka.Next, connection: haraka.HarakaConnection): void {
  connections.endMail(connection);
  next();
}

/** Authenticates and stores the mail before it is answered. */
export function hook_data_post(next: haraka.Next, connection: haraka.HarakaConnection): void {
  const { transaction } = connection;
  if (transaction === null) return next();
  upstream.acceptCommandsAfterMail(connection);
  const isHeld = connections.endData(connection);
  if (typeof isHeld === "object") return dismiss(connection, isHeld);
  const began = performance.now();
  // Haraka's id of the mail is in its log lines and in the answer, so it is used as correlation id.
  void withCorrelation(newCorrelation(transaction.uuid.toLowerCase()), async () => {
    const answer = await withSpan("SMTP DATA", { kind: "server", isRoot: true }, async (span) => {
      const received = isHeld ? await receiveMail(connection, transaction) : answers.mailsInMemory;
      span?.set({ "smtp.response.status_code": received.code, "satchel.outcome": outcomeOf(received) });
      return received;
    });
    notifyParent({ kind: "answered", outcome: outcomeOf(answer), seconds: (performance.now() - began) / 1000 });
    if (answer.code === 250) {
      accepted.set(transaction, answer);
      next();
    } else next(answer.code >= 500 ? haraka.DENY : haraka.DENYSOFT, toDsn(answer));
  });
}

/** Answers 250 for what {@link hook_data_post} has stored. Haraka's own queue is never used. */
export function hook_queue(next: haraka.Next, connection: haraka.HarakaConnection): void {
  const answer = connection.transaction === null ? undefined : accepted.get(connection.transaction);
  if (answer === undefined) next(haraka.DENYSOFT, toDsn(answers.unavailable));
  else next(haraka.OK, toDsn(answer));
}

async function receiveMail(
  connection: haraka.HarakaConnection,
  transaction: haraka.HarakaTransaction,
): Promise<Answer> {
  if (transaction.notes.data_line_length_exceeded === true) return answers.longLine;
  const { user, host } = transaction.mail_from;
  const sender = user === "" ? "" : `${user}@${host}`;
  const { ip } = connection.remote;
  const to = recipients.get(transaction);
  const raw = upstream.textOf(transaction);
  if (to?.kind === "postmaster") return handlers.forward(raw, { sender, ip });
  if (to?.kind === "bounce") return handlers.receiveBounce(raw, to.token);
  if (to?.kind === "letter") return handlers.receiveLetter(raw, to.to);
  return handlers.receive({
    raw,
    envelope: { sender, helo: connection.hello.host ?? "", ip },
    recipients: to?.kind === "save" ? to.recipients : [],
  });
}
