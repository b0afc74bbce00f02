import { randomUUID } from "node:crypto";
import { createInbox, headers } from "@nats-io/transport-node";
import { type Address, addressKey } from "@satchel/chassis";
import {
  addressSubject,
  aggregateSubject,
  AddSenderAddress,
  commandSubject,
  ConfirmSenderAddress,
  EraseUser,
  ERASURES,
  erasedSubject,
  type UserId,
} from "@satchel/contracts";
import { eventually, freePort, repetitions, type SpawnedProgram, spawnProgram } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { type RunningIdentity, runIdentity } from "../../test/running-identity.ts";

const MAIN = new URL("../main.ts", import.meta.url);
const LINKS = 400;

let identity: RunningIdentity;
let victims: Victim[];

interface Victim {
  readonly userId: UserId;
  readonly primary: Address;
  readonly further: Address;
}

const claimOf = (address: Address) =>
  identity.journal.last(addressSubject(addressKey(identity.config.ADDRESS_KEY, address)));
const accountOf = ({ userId }: Victim) => identity.journal.last(aggregateSubject(userId, "identity"));
const countOf = async ({ userId }: Victim): Promise<number> => {
  let count = 0;
  for await (const _ of identity.journal.readUser(userId)) count++;
  return count;
};

async function makeVictim(name: string, links = LINKS): Promise<Victim> {
  const [primary, further] = [`${name}@post.example` as Address, `${name}@work.example` as Address];
  const { userId } = await identity.signIn(primary);
  await identity.send(AddSenderAddress, { userId, email: further, locale: "en" });
  const mail = (await identity.mailsTo(further)).at(-1) ?? "";
  const token = /#token=(\S{108})/.exec(mail.replaceAll("=\r\n", "").replaceAll("=3D", "="))?.[1] ?? "";
  await identity.send(ConfirmSenderAddress, { userId, token });
  for (let i = 0; i < links; i += 50) await Promise.all(Array.from({ length: 50 }, () => saveLink(userId)));
  return { userId, primary, further };
}

function saveLink(userId: UserId) {
  const url = "https://erased.example/";
  const data = { url, origin: { kind: "page" } };
  const event = { id: randomUUID(), type: "LinkSaved", data };
  return identity.journal.append({ subject: aggregateSubject(userId, "links", randomUUID()), event, expected: 0 });
}

/** Identity as a process of its own, ready for commands. */
async function startChild(): Promise<SpawnedProgram> {
  const port = await freePort();
  const { OIDC_PROVIDERS: _, ...config } = identity.config;
  const strings = Object.entries(config).map(([name, value]) => [name, String(value)]);
  const child = await spawnProgram(MAIN, { env: { ...Object.fromEntries(strings), OPERATIONS_PORT: String(port) } });
  await eventually(async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok);
  return child;
}

/** Sends the command as a client does, and does not wait for its end. */
function beginErasing({ userId }: Victim): void {
  const fields = headers();
  fields.set("Satchel-Command-Id", randomUUID());
  const waits = { headers: fields, reply: createInbox() };
  identity.bus.nc.publish(commandSubject(EraseUser), JSON.stringify({ userId }), waits);
}

beforeAll(async () => {
  identity = await runIdentity();
  victims = [];
  for (const name of ["one", "two", "three", "four"]) victims.push(await makeVictim(name));
  await identity.stop();
});

test("given a process that is stopped during an erasure, then it does not stay for the end of it, and the next one completes it", async () => {
  const links = 1500;
  const child = await startChild();
  const victim = await makeVictim("stopped", links);
  beginErasing(victim);
  await eventually(async () => (await countOf(victim)) < links, { interval: 1 });
  await child.kill("SIGTERM");

  expect(await countOf(victim)).toBeGreaterThan(1);
  const next = await startChild();
  await eventually(async () => expect(await countOf(victim)).toBe(1));
  await next.kill("SIGTERM");
});

/** Points of an erasure at which the process is killed. */
const points: [string, (victim: Victim) => Promise<boolean>][] = [
  ["it was decided", async (victim) => (await accountOf(victim))?.type === "UserErased"],
  ["the first events were erased", async (victim) => (await countOf(victim)) < LINKS],
  [
    "it was listed",
    async ({ userId }) =>
      (await identity.journal.jsm.streams.getMessage(ERASURES, { last_by_subj: erasedSubject(userId) })) !== null,
  ],
  ["the first address was free", async ({ further }) => (await claimOf(further))?.type !== "AddressClaimed"],
];

test("given a process that is killed during erasures, when it runs again, then each is completed", async () => {
  const erased = victims.slice(0, repetitions(2, points.length));
  for (const [i, victim] of erased.entries()) {
    const [, isReached] = points[i] as (typeof points)[number];
    const child = await startChild();
    beginErasing(victim);
    await eventually(() => isReached(victim), { interval: 1 });
    await child.kill("SIGKILL");
  }

  await startChild();

  for (const victim of erased) {
    await eventually(async () => expect(await countOf(victim)).toBe(1));
    expect((await accountOf(victim))?.type).toBe("UserErased");
    for (const address of [victim.primary, victim.further]) expect(await claimOf(address)).toBeUndefined();
    expect((await identity.signIn(victim.primary)).userId).not.toBe(victim.userId);
  }
});

test("given an account that was erased and is back, as after restoring an older journal, when identity starts, then it is erased", async () => {
  const victim = await makeVictim("five");
  await identity.journal.js.publish(erasedSubject(victim.userId), "");

  await identity.replica();

  expect(await claimOf(victim.primary)).toBeUndefined();
  expect(await claimOf(victim.further)).toBeUndefined();
  await eventually(async () => expect(await countOf(victim)).toBe(1));
  expect((await identity.signIn(victim.primary)).userId).not.toBe(victim.userId);
});

test("given an erased user of whom an older journal has only the claim, when identity starts, then the claim does not count", async () => {
  const address = "six@post.example" as Address;
  const userId = randomUUID() as UserId;
  await identity.journal.append({
    subject: addressSubject(addressKey(identity.config.ADDRESS_KEY, address)),
    event: { id: randomUUID(), type: "AddressClaimed", data: { userId } },
    expected: 0,
  });
  await identity.journal.js.publish(erasedSubject(userId), "");

  await identity.replica();

  expect((await identity.signIn(address)).userId).not.toBe(userId);
});

test("given the newest erasures in the journal, when identity starts, then it reads no older ones; given one is missing, then it reads all", async () => {
  const [older, newest] = [await makeVictim("seven"), await makeVictim("eight")];
  await identity.journal.js.publish(erasedSubject(older.userId), "");
  for (let i = 0; i < 32; i++) {
    const userId = randomUUID() as UserId;
    const event = { id: randomUUID(), type: "UserErased", data: {} };
    await identity.journal.append({ subject: aggregateSubject(userId, "identity"), event, expected: 0 });
    await identity.journal.js.publish(erasedSubject(userId), "");
  }

  await identity.replica();
  expect((await claimOf(older.primary))?.type).toBe("AddressClaimed");

  await identity.journal.js.publish(erasedSubject(newest.userId), "");
  await identity.replica();
  for (const { primary } of [older, newest]) expect(await claimOf(primary)).toBeUndefined();
});
