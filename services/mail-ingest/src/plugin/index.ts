import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { createLogger, newCorrelation, withCorrelation } from "@satchel/chassis";
import { createAuthenticate } from "../authentication/authenticate.ts";
import { createResolve } from "../authentication/resolver.ts";
import { readMailIngestConfig } from "../config.ts";
import { type Answer, answers } from "../ingest/answer.ts";
import { openJournalCaptures } from "../ingest/journal-captures.ts";
import { type Arrival, createReceive } from "../ingest/receive.ts";
import { AUTHENTICATION_MS, JOURNAL_MS, RECIPIENTS_PER_MAIL } from "../limits.ts";
import { matchRecipient, type Recipient } from "../message/recipient.ts";
import { startMailReader } from "../reading/mail-reader.ts";
import { Connections } from "./connections.ts";
import { toDsn } from "./dsn.ts";
import * as haraka from "./haraka.ts";
import { endWithParent, passReadyOn, stopOnSigterm, stopWorkers, tellReady } from "./lifetime.ts";

// Haraka calls every exported `hook_*` by its name. It loads this module once in each of its processes.

const config = readMailIngestConfig(process.env);
const logger = createLogger("mail-ingest", config.LOG_LEVEL);
const saveDomain = config.SAVE_ADDRESS.slice(config.SAVE_ADDRESS.lastIndexOf("@") + 1);
const connections = new Connections();
const recipients = new WeakMap<haraka.HarakaTransaction, Recipient[]>();
const accepted = new WeakMap<haraka.HarakaTransaction, Answer>();

/** Several processes: this one only starts and watches the others. */
const isSupervisor = config.SMTP_PROCESSES > 0 && cluster.isPrimary;

let receive: (arrival: Arrival) => Promise<Answer>;
let opened: Promise<unknown>;

export function register(): void {
  if (cluster.isPrimary) endWithParent();
  if (isSupervisor) return stopOnSigterm(stopWorkers);
  const captures = openJournalCaptures({
    natsUrl: config.NATS_URL,
    monitorUrl: config.NATS_MONITOR_URL,
    syncUnchecked: config.NATS_SYNC_UNCHECKED,
    addressKey: config.ADDRESS_KEY,
    logger,
  });
  const reader = startMailReader();
  opened = Promise.all([captures.opened, reader.started]);
  receive = createReceive({
    captures,
    reader,
    authenticate:
      config.MAIL_AUTH === "off" ? undefined : createAuthenticate(createResolve(config.DNS_SERVERS), saveDomain),
    authenticationMs: AUTHENTICATION_MS,
    logger,
  });
  stopOnSigterm(async () => {
    haraka.harakaServer().stopListeners();
    await connections.drain();
    await captures.close();
  });
}

/** Called in a single process once it listens, and in the supervisor before it starts the others. */
export function hook_init_master(next: haraka.Next, server: haraka.HarakaServer): void {
  if (isSupervisor) passReadyOn();
  else listening(server);
  next();
}

/** Called in one of several processes once it listens. */
export function hook_init_child(next: haraka.Next, server: haraka.HarakaServer): void {
  listening(server);
  next();
}

function listening(server: haraka.HarakaServer): void {
  haraka.sendRepliesAtOnce(server);
  // Ready is when mail will be stored; but without the journal the port is open too, to say "later" instead of nothing.
  void Promise.race([opened, sleep(JOURNAL_MS)]).then(() => tellReady(haraka.portOf(server)));
}

/** The client's name by reverse DNS proves nothing, and asking for it would keep every client waiting. */
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
  next();
}

export function hook_unrecognized_command(next: haraka.Next, connection: haraka.HarakaConnection): void {
  const enough = connections.refused(connection);
  if (enough === undefined) next();
  else next(haraka.DENYSOFTDISCONNECT, toDsn(enough));
}

/** Only the save address: nothing is relayed, and no envelope sender changes that. */
export function hook_rcpt(
  next: haraka.Next,
  connection: haraka.HarakaConnection,
  [address]: [haraka.HarakaRecipient],
): void {
  const { transaction } = connection;
  const recipient = matchRecipient(config.SAVE_ADDRESS, address.user, address.host);
  if (recipient === undefined || transaction === null) {
    const enough = connections.refused(connection);
    if (enough === undefined) next(haraka.DENY, toDsn(answers.notOurs));
    else next(haraka.DENYSOFTDISCONNECT, toDsn(enough));
    return;
  }
  const soFar = recipients.get(transaction) ?? [];
  if (soFar.length >= RECIPIENTS_PER_MAIL) return next(haraka.DENYSOFT, toDsn(answers.tooManyRecipients));
  recipients.set(transaction, [...soFar, recipient]);
  next(haraka.OK);
}

export function hook_data(next: haraka.Next, connection: haraka.HarakaConnection): void {
  connections.begin(connection);
  next();
}

export function hook_reset_transaction(next: haraka.Next, connection: haraka.HarakaConnection): void {
  connections.end(connection);
  next();
}

/** The whole mail is here: it is judged and stored before anything is answered. */
export function hook_data_post(next: haraka.Next, connection: haraka.HarakaConnection): void {
  const { transaction } = connection;
  if (transaction === null) return next();
  if (transaction.notes.data_line_length_exceeded === true) return next(haraka.DENY, toDsn(answers.longLine));
  // Haraka's id for the mail is in its own log lines and in the answer, so it is the id of the whole story.
  void withCorrelation(newCorrelation(transaction.uuid.toLowerCase()), async () => {
    const answer = await receive(await arrivalOf(connection, transaction));
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

async function arrivalOf(connection: haraka.HarakaConnection, transaction: haraka.HarakaTransaction): Promise<Arrival> {
  const { user, host } = transaction.mail_from;
  return {
    raw: await haraka.rawMail(transaction),
    envelope: {
      sender: user === "" ? "" : `${user}@${host}`,
      helo: connection.hello.host ?? "",
      ip: connection.remote.ip,
    },
    recipients: recipients.get(transaction) ?? [],
  };
}
