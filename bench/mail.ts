import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { addressKey, type Journal, normaliseAddress } from "@satchel/chassis";
import { AddressClaimed, addressSubject, aggregateSubject, MailAccepted, type UserId } from "@satchel/contracts";
import { type MailIngest, readMailIngestConfig, startMailIngest } from "@satchel/mail-ingest";
import { atEnd, cleanUp, freePort, tempDir } from "@satchel/testing";
import { processorSeconds } from "./footprint/processes.ts";
import { startNoOp } from "./mail/no-op.ts";
import { findSmtpSource, type Load, sendMails } from "./mail/smtp-source.ts";
import { rateOf } from "./rate.ts";
import { machine, median, say } from "./report.ts";
import { startBus } from "./servers.ts";

// Mails that are received, parsed and stored in a second, and the rate of a Haraka that accepts all and stores nothing.
const MAILS = Number(process.env.MAILS ?? 2000);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SAVE = "save@localhost";
const FROM = "bench@example.org";
const KEY = "a key for the addresses of this benchmark alone";

/** The limits are for people and providers, not for one sender with thousands of mails an hour. */
const NO_LIMITS = {
  SMTP_CONNECTIONS: "1000",
  SMTP_CONNECTIONS_PER_CLIENT: "1000",
  SMTP_MAILS_PER_CLIENT: "1000000000",
  SMTP_MAILS_PER_SENDER: "1000000000",
};

const ANY_MAIL = {
  sender: FROM,
  subject: "A page",
  urls: ["https://example.com/page"],
  verdict: { spf: "none", dkim: "none", dmarc: "none", by: "off" },
};

/** SMTP servers that share a load. */
interface Server {
  readonly name: string;
  readonly ports: readonly number[];
  readonly pids: readonly number[];
}

const cases = [10, 100].flatMap((connections) => [
  { connections, reuse: false, name: `${connections} at a time, a connection for each mail` },
  { connections, reuse: true, name: `${connections} connections, used again` },
]);

const spread = (values: readonly number[], digits = 0): string => {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
};

async function claim(journal: Journal): Promise<UserId> {
  const userId = randomUUID() as UserId;
  const address = normaliseAddress(FROM);
  if (address === undefined) throw new Error(`${FROM} is no address`);
  const event = { id: randomUUID(), type: AddressClaimed.type, data: { userId } };
  await journal.append({ subject: addressSubject(addressKey(KEY, address)), event, expected: 0 });
  return userId;
}

/** Appends to the journal in a second, so many at a time: the disk's part of Satchel's work. */
const appends = (journal: Journal, owner: UserId, atOnce: number, count: number): Promise<number> =>
  rateOf(
    Array.from({ length: count }, (_, n) => n),
    atOnce,
    (n) => {
      const event = { id: randomUUID(), type: MailAccepted.type, data: { ...ANY_MAIL, messageId: `<${n}@x>` } };
      return journal.append({ subject: aggregateSubject(owner, "mail", randomUUID()), event, expected: 0 });
    },
  );

/** How many mails the journal holds, and how many Message-IDs they have. */
async function countMails(journal: Journal, userId: UserId): Promise<{ mails: number; messageIds: number }> {
  const messageIds = new Set<unknown>();
  let mails = 0;
  for await (const { type, data } of journal.readUser(userId)) {
    if (type !== MailAccepted.type) continue;
    mails++;
    messageIds.add((data as { messageId?: string }).messageId);
  }
  return { mails, messageIds: messageIds.size };
}

const source = await findSmtpSource();
const dir = await tempDir();
const { settings, bus, journal, logger } = await startBus("error");
const userId = await claim(journal);
const stranger = randomUUID() as UserId;
const noOp = await startNoOp(join(dir, "no-op"), await freePort());
atEnd(() => noOp.stop());

async function open(name: string, env: Record<string, string> = {}): Promise<MailIngest> {
  const config = readMailIngestConfig({
    ...settings,
    SMTP_PORT: "0",
    SAVE_ADDRESS: SAVE,
    ADDRESS_KEY: KEY,
    LOG_LEVEL: "error",
    MAIL_RUN_DIR: join(dir, name),
    ...NO_LIMITS,
    ...env,
  });
  const server = startMailIngest(config, logger);
  atEnd(() => server.stop());
  await server.ready;
  return server;
}
const serverOf = (name: string, ...some: MailIngest[]): Server => ({
  name,
  ports: some.map(({ port }) => port),
  // They start with the first mails.
  get pids() {
    return some.flatMap(({ pids }) => pids);
  },
});

/** How many mails were sent, how many of them a second, and milliseconds of processor time a mail. */
async function measure(server: Server, load: Pick<Load, "connections" | "reuse">, mails = MAILS) {
  const before = processorSeconds(...server.pids);
  // Whole mails only: half of one is sent as none.
  const each = Math.floor(mails / server.ports.length);
  const sent = each * server.ports.length;
  const share = { ...load, connections: load.connections / server.ports.length, mails: each };
  const took = server.ports.map((port) => sendMails(source, { ...share, port, from: FROM, to: SAVE }));
  const seconds = Math.max(...(await Promise.all(took)));
  return { sent, rate: sent / seconds, cpu: ((processorSeconds(...server.pids) - before) * 1000) / sent };
}

try {
  const single = await open("single");
  const bare: Server = { name: "no-op", ports: [noOp.port], pids: [noOp.pid] };
  const servers: Server[] = [bare, serverOf("Satchel", single)];
  if (process.env.SEVERAL !== undefined) {
    servers.push(serverOf("2 processes", await open("workers", { SMTP_PROCESSES: "2" })));
    servers.push(serverOf("2 replicas", single, await open("second")));
  }
  say(`machine   ${machine()}, nats-server ${bus.nc.info?.version}`);
  say(`rounds    ${ROUNDS} of ${MAILS} mails each, taken in turn; median (least to most)`);
  let stored = 0;
  for (const one of cases) {
    const figures = new Map(servers.map(({ name }) => [name, { rates: [] as number[], cpu: [] as number[] }]));
    const alone: number[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      // The first round warms up and does not count; the order turns, so that no server always follows the same one.
      const shift = (round + 1) % servers.length;
      for (const server of [...servers.slice(shift), ...servers.slice(0, shift)]) {
        const mails = round < 0 ? MAILS / 4 : MAILS;
        const { sent, rate, cpu } = await measure(server, one, mails);
        if (server !== bare) stored += sent;
        if (round < 0) continue;
        figures.get(server.name)?.rates.push(rate);
        figures.get(server.name)?.cpu.push(cpu);
      }
      if (round >= 0) alone.push(await appends(journal, stranger, one.connections, MAILS));
    }
    say(`\n${one.name}; the journal alone: ${spread(alone)} appends/s`);
    const limit = figures.get(bare.name)?.rates ?? [];
    say(`| | mails/s | of the no-op in % | ms of processor time a mail |\n|---|---|---|---|`);
    for (const [name, { rates, cpu }] of figures) {
      const ratios = rates.map((rate, round) => (100 * rate) / (limit[round] ?? rate));
      say(`| ${name} | ${spread(rates)} | ${name === bare.name ? "" : spread(ratios)} | ${spread(cpu, 2)} |`);
    }
  }
  const found = await countMails(journal, userId);
  if (found.mails !== stored || found.messageIds !== stored) {
    const holds = `${found.mails} mails with ${found.messageIds} Message-IDs`;
    throw new Error(`${stored} mails were answered 250, and the journal holds ${holds}`);
  }
  say(`\nEach of the ${stored} mails that were answered 250 is in the journal once, under a Message-ID of its own.`);
} finally {
  await cleanUp();
}
