import { randomUUID } from "node:crypto";
import { type Address, addressKey, createLogger, openPool, queriesOver } from "@satchel/chassis";
import {
  addressSubject,
  AddSenderAddress,
  CONFIRMATION_SECONDS,
  CONFIRMATIONS_PER_ADDRESS,
  CONFIRMATIONS_PER_HOUR,
  ConfirmSenderAddress,
  laterTexts,
  RemoveSenderAddress,
  type SenderEmail,
  type UserId,
} from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { registeringAt, type RunningIdentity, runIdentity } from "../../../test/running-identity.ts";
import { findUser, type IdentityTables } from "../../queries/index.ts";
import { ensureAccount } from "../../accounts/registration.ts";
import { senderAddressSubject } from "../../accounts/claims.ts";

let identity: RunningIdentity;
beforeAll(async () => {
  identity = await runIdentity();
  await identity.replica();
});

const silent = createLogger("test", "silent");
let people = 0;
const someAddress = (): Address => `sender${++people}@post.example` as Address;
const keyOf = (address: string): string => addressKey(identity.config.ADDRESS_KEY, address as Address);

async function someUser(primary: Address = someAddress()): Promise<UserId> {
  return (await ensureAccount(registeringAt(identity), primary, randomUUID())).userId;
}
const add = (userId: UserId, email: string) => identity.send(AddSenderAddress, { userId, email, locale: "en" });
const confirm = (userId: UserId, token: string, commandId?: string) =>
  identity.send(ConfirmSenderAddress, { userId, token }, commandId);
const remove = (userId: UserId, email: string, commandId?: string) =>
  identity.send(RemoveSenderAddress, { userId, email }, commandId);

const LINK = /https:\/\/satchel\.example\/confirm-address#token=([0-9a-f]{64}\.[\w-]{43})/;

/** The tokens of the links that were mailed to an address, oldest first. */
async function tokensTo(address: string): Promise<string[]> {
  const mails = await identity.mailsTo(address);
  return mails.flatMap((mail) => LINK.exec(mail.replaceAll("=\r\n", "").replaceAll("=3D", "="))?.[1] ?? []);
}
async function newestToken(address: string): Promise<string> {
  return (await tokensTo(address)).at(-1) as string;
}
async function addConfirmed(userId: UserId): Promise<Address> {
  const address = someAddress();
  await add(userId, address);
  await confirm(userId, await newestToken(address));
  return address;
}

/** The addresses of an account as its page shows them. */
async function shown(userId: UserId): Promise<readonly SenderEmail[]> {
  return (await findUser(tables(), userId))?.sender_emails ?? [];
}
let db: ReturnType<typeof queriesOver<IdentityTables>> | undefined;
function tables() {
  if (db === undefined) {
    const pool = openPool({ url: identity.config.DATABASE_URL, name: "test", logger: silent, connections: 2 });
    atEnd(() => pool.end());
    db = queriesOver<IdentityTables>(pool);
  }
  return db;
}
const holderOf = async (address: string) => {
  const last = await identity.journal.last(addressSubject(keyOf(address)));
  return last?.type === "AddressClaimed" ? (last.data as { userId: UserId }).userId : undefined;
};

describe("a further address", () => {
  test("given an account, when an address is named, then it is pending and its owner is mailed a link", async () => {
    const [primary, further] = [someAddress(), someAddress()];
    const userId = await someUser(primary);

    const address = { email: further, is_primary: false, is_confirmed: false };
    expect(await add(userId, ` ${further.toUpperCase()} `)).toEqual({ address, created: true });

    await eventually(async () => {
      expect(await shown(userId)).toEqual([{ email: primary, is_primary: true, is_confirmed: true }, address]);
    });
    expect(await tokensTo(further)).toHaveLength(1);
    expect((await identity.mailsTo(further))[0]).toContain(primary);
    expect(await holderOf(further)).toBeUndefined();
  });

  test("given a pending address, when its link is opened, then it is confirmed, and a sign-in with it opens the account", async () => {
    const [primary, further] = [someAddress(), someAddress()];
    const userId = await someUser(primary);
    await add(userId, further);

    const address = { email: further, is_primary: false, is_confirmed: true };
    expect(await confirm(userId, await newestToken(further))).toEqual(address);

    await eventually(async () => expect(await shown(userId)).toContainEqual(address));
    expect((await identity.signIn(further)).userId).toBe(userId);
    expect((await identity.mailsTo(primary)).at(-1)).toContain(further);
  });

  test("given a pending address, when it is named again, then it gets a new link and the old one is void", async () => {
    const userId = await someUser();
    const further = someAddress();
    await add(userId, further);
    expect(await add(userId, further)).toMatchObject({ created: false, address: { is_confirmed: false } });
    const [older, newer] = (await tokensTo(further)) as [string, string];

    await expect(confirm(userId, older)).rejects.toMatchObject(noConfirmation);
    expect(await confirm(userId, newer)).toMatchObject({ is_confirmed: true });
    await expect(confirm(userId, newer)).rejects.toMatchObject(noConfirmation);
  });

  test("given a confirmed address, or the primary one, when it is named again, then it stays and no mail goes out", async () => {
    const primary = someAddress();
    const userId = await someUser(primary);
    const further = await addConfirmed(userId);
    const before = (await identity.mailsTo(further)).length;

    expect(await add(userId, further)).toEqual({
      address: { email: further, is_primary: false, is_confirmed: true },
      created: false,
    });
    expect(await add(userId, primary)).toEqual({
      address: { email: primary, is_primary: true, is_confirmed: true },
      created: false,
    });
    expect((await identity.mailsTo(further)).length).toBe(before);
  });

  test("given another account's address, when it is added, then it is rejected as taken", async () => {
    const theirs = someAddress();
    await someUser(theirs);
    const further = await addConfirmed(await someUser());
    const userId = await someUser();

    await expect(add(userId, theirs)).rejects.toMatchObject(taken);
    await expect(add(userId, further)).rejects.toMatchObject(taken);
  });

  test.each(["", "anna", "a@b", "a\0b@post.example", "a@post.example\r\nBcc: b@post.example"])(
    "given %j, when it is added, then it is rejected as no address",
    async (email) => {
      await expect(add(await someUser(), email)).rejects.toMatchObject({
        code: "invalid",
        data: { detail: laterTexts.senderEmails.invalid },
      });
    },
  );

  test("given an account that requests too many confirmation links, then it is limited, and other accounts are not", async () => {
    const [userId, other] = [await someUser(), await someUser()];
    const further = someAddress();
    for (let i = 0; i < CONFIRMATIONS_PER_HOUR; i++) await add(userId, further);

    await expect(add(userId, further)).rejects.toMatchObject({ code: "limited" });
    await expect(add(userId, someAddress())).rejects.toMatchObject({ code: "limited" });
    expect(await tokensTo(further)).toHaveLength(CONFIRMATIONS_PER_HOUR);
    expect(await add(other, further)).toMatchObject({ created: true });
  });

  test("given an address, when many accounts add it, then it gets a limited number of mails a day", async () => {
    const victim = someAddress();
    for (let i = 0; i < CONFIRMATIONS_PER_ADDRESS; i++) await add(await someUser(), victim);

    await expect(add(await someUser(), victim)).rejects.toMatchObject({ code: "limited" });
    expect(await tokensTo(victim)).toHaveLength(CONFIRMATIONS_PER_ADDRESS);
  });

  test("an account can ask about as many addresses in an hour as it can request links", async () => {
    const theirs = someAddress();
    await someUser(theirs);
    const userId = await someUser();
    for (let i = 0; i < CONFIRMATIONS_PER_HOUR; i++) await expect(add(userId, theirs)).rejects.toMatchObject(taken);

    await expect(add(userId, theirs)).rejects.toMatchObject({ code: "limited" });
    await expect(add(userId, someAddress())).rejects.toMatchObject({ code: "limited" });
  });
});

const noConfirmation = { code: "not-found", data: { detail: laterTexts.senderEmails.confirmation } };
const notFound = { code: "not-found", data: { detail: laterTexts.senderEmails.notFound } };
const taken = { code: "taken", data: { detail: laterTexts.senderEmails.taken } };

describe("a link that confirms", () => {
  test("given a mailed link, when another account opens it, then it is not found, and stays valid for its own account", async () => {
    const [userId, other] = [await someUser(), await someUser()];
    const further = someAddress();
    await add(userId, further);
    await add(other, further);
    const [token] = (await tokensTo(further)) as [string];

    await expect(confirm(other, token)).rejects.toMatchObject(noConfirmation);
    expect(await confirm(userId, token)).toMatchObject({ is_confirmed: true });
  });

  test("given a mailed link, when a day has passed, then it is not found", async () => {
    const userId = await someUser();
    const further = someAddress();
    await add(userId, further);
    identity.passTime(CONFIRMATION_SECONDS * 1000);

    await expect(confirm(userId, await newestToken(further))).rejects.toMatchObject(noConfirmation);
  });

  test.each(["", "x", "a".repeat(500), `${"a".repeat(64)}.${"b".repeat(43)}`, `*.${"b".repeat(43)}`, `>.x`])(
    "given %j for a token, when it is used, then it is not found",
    async (token) => {
      await expect(confirm(await someUser(), token)).rejects.toMatchObject(noConfirmation);
    },
  );

  test("given a mailed link, then the store holds neither its secret nor the address", async () => {
    const userId = await someUser();
    const further = someAddress();
    await add(userId, further);
    const token = await newestToken(further);
    const stored = await identity.journal.jsm.streams.getMessage("KV_confirmations", {
      last_by_subj: `$KV.confirmations.${userId}.${keyOf(further)}`,
    });

    expect(stored?.string()).toContain("secretHash");
    expect(stored?.string()).not.toContain(token.slice(65));
    expect(stored?.string()).not.toContain(further);
  });
});

describe("removing", () => {
  test("given a confirmed address, when it is removed, then it is free and does not open the account any more", async () => {
    const userId = await someUser();
    const further = await addConfirmed(userId);
    await remove(userId, further);

    await eventually(async () => expect(await shown(userId)).toHaveLength(1));
    expect((await identity.signIn(further)).userId).not.toBe(userId);
  });

  test("given a pending address, when it is removed, then its link is not found", async () => {
    const userId = await someUser();
    const further = someAddress();
    await add(userId, further);
    await remove(userId, further);

    await expect(confirm(userId, await newestToken(further))).rejects.toMatchObject(noConfirmation);
    expect(await holderOf(further)).toBeUndefined();
    expect(await add(userId, further)).toMatchObject({ created: true });
  });

  test("given the primary address, when it is removed, then it stays, also when it is the last", async () => {
    const primary = someAddress();
    const userId = await someUser(primary);
    await eventually(async () => expect(await shown(userId)).toHaveLength(1));
    await expect(remove(userId, primary)).rejects.toMatchObject({
      code: "rejected",
      data: { detail: laterTexts.senderEmails.last },
    });
    await addConfirmed(userId);
    await eventually(async () => expect(await shown(userId)).toHaveLength(2));
    await expect(remove(userId, primary)).rejects.toMatchObject({
      code: "rejected",
      data: { detail: laterTexts.senderEmails.primary },
    });
  });

  test("given an address that the account does not have, when it is removed, then it is not found", async () => {
    const userId = await someUser();
    const theirs = await addConfirmed(await someUser());

    await expect(remove(userId, someAddress())).rejects.toMatchObject(notFound);
    await expect(remove(userId, "no address")).rejects.toMatchObject(notFound);
    await expect(remove(userId, theirs)).rejects.toMatchObject(notFound);
    expect(await holderOf(theirs)).toBeDefined();
  });
});

describe("two replicas", () => {
  test("given as many accounts as can wait for one address, when all confirm it at once, then one has it and the others get an error", async () => {
    const wanted = someAddress();
    const users = await Promise.all(Array.from({ length: CONFIRMATIONS_PER_ADDRESS }, () => someUser()));
    const tokens: string[] = [];
    for (const userId of users) {
      await add(userId, wanted);
      tokens.push(await newestToken(wanted));
    }

    const all = await Promise.allSettled(users.map((userId, i) => confirm(userId, tokens[i] as string)));

    const winners = users.filter((_, i) => all[i]?.status === "fulfilled");
    expect(winners).toHaveLength(1);
    const losers = all.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(losers.map(({ reason }) => (reason as { code: string }).code)).toEqual(
      Array(CONFIRMATIONS_PER_ADDRESS - 1).fill("taken"),
    );
    expect(await holderOf(wanted)).toBe(winners[0]);
    expect((await identity.signIn(wanted)).userId).toBe(winners[0]);
  });

  test("given a link, when its owner follows it 10 times at once, then the address is confirmed once", async () => {
    const userId = await someUser();
    const further = someAddress();
    await add(userId, further);
    const token = await newestToken(further);

    const all = await Promise.allSettled(Array.from({ length: 10 }, () => confirm(userId, token)));

    expect(all.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
    const events = await identity.journal.readAggregate(senderAddressSubject(userId, keyOf(further)));
    expect(events.map(({ type }) => type)).toEqual(["SenderAddressAdded", "SenderAddressConfirmed"]);
  });
});

describe("a crash", () => {
  test("given a claim without a confirmation, when the command is sent again, then the address is confirmed", async () => {
    const userId = await someUser();
    const further = someAddress();
    await add(userId, further);
    await identity.journal.append({
      subject: addressSubject(keyOf(further)),
      event: { id: randomUUID(), type: "AddressClaimed", data: { userId } },
      expected: 0,
    });

    expect(await confirm(userId, await newestToken(further))).toMatchObject({ is_confirmed: true });
    expect(await holderOf(further)).toBe(userId);
  });

  test("given a removal that crashed before it released the claim, then the queue releases it", async () => {
    const userId = await someUser();
    const further = await addConfirmed(userId);
    const subject = senderAddressSubject(userId, keyOf(further));
    const last = await identity.journal.last(subject);
    await identity.journal.append({
      subject,
      event: { id: randomUUID(), type: "SenderAddressRemoved", data: { address: further } },
      expected: last?.sequence ?? 0,
    });

    await eventually(async () => expect(await holderOf(further)).toBeUndefined());
  });

  test.each([
    [
      "confirmed",
      async (userId: UserId, further: string, id: string) => confirm(userId, await newestToken(further), id),
    ],
    ["removed", (userId: UserId, further: string, id: string) => remove(userId, further, id)],
  ])(
    "given an address was %s and the answer got lost, when the command is sent again, then it is answered alike",
    async (_, act) => {
      const userId = await someUser();
      const further = someAddress();
      await add(userId, further);
      const commandId = randomUUID();

      const answer = await act(userId, further, commandId);
      expect(await act(userId, further, commandId)).toEqual(answer);
    },
  );
});
