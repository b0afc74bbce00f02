import { randomUUID } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Address, addressKey } from "@satchel/chassis";
import {
  AddSenderAddress,
  addressSubject,
  aggregateSubject,
  ConfirmSenderAddress,
  API_TOKENS,
  CreateApiToken,
  EraseUser,
  DEAD_LETTERS,
  deadLetterSubject,
  ERASURE_REPEATS_MS,
  ERASURES,
  erasedSubject,
  ListSessions,
  RefreshSession,
  SESSION_SECONDS_STAY,
  type SessionTokens,
  type UserId,
  VerifyCode,
  RATE_LIMITS,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { claimsOf, guess, type RunningIdentity, runIdentity } from "../../test/running-identity.ts";

let identity: RunningIdentity;
beforeAll(async () => {
  identity = await runIdentity();
  await identity.replica();
});

let people = 0;
const someAddress = (): Address => `erased${++people}@post.example` as Address;
const claimOf = (address: string): string =>
  addressSubject(addressKey(identity.config.ADDRESS_KEY, address as Address));

/** Adds and confirms a further address. */
async function addFurther(userId: UserId): Promise<Address> {
  const address = someAddress();
  await identity.send(AddSenderAddress, { userId, email: address, locale: "en" });
  const mail = (await identity.mailsTo(address)).at(-1) ?? "";
  const token = /#token=(\S{108})/.exec(mail.replaceAll("=\r\n", "").replaceAll("=3D", "="))?.[1] ?? "";
  await identity.send(ConfirmSenderAddress, { userId, token });
  return address;
}

/** Appends what other services would: links of the user. */
async function saveLinks(userId: UserId, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const url = `https://erased.example/${i}`;
    const data = { url, origin: { kind: "page" } };
    const event = { id: randomUUID(), type: "LinkSaved", data };
    await identity.journal.append({ subject: aggregateSubject(userId, "links", randomUUID()), event, expected: 0 });
  }
}

/** What the journal has of a user. */
async function eventsOf(userId: UserId): Promise<string[]> {
  const types: string[] = [];
  for await (const { type } of identity.journal.readUser(userId)) types.push(type);
  return types;
}
const keysWith = async (bucket: string, text: string): Promise<string[]> => {
  const { state } = await identity.journal.jsm.streams.info(`KV_${bucket}`, { subjects_filter: `$KV.${bucket}.>` });
  return Object.keys(state.subjects ?? {}).filter((subject) => subject.includes(text));
};

describe("given an account with two addresses, when it is erased", () => {
  test("then its sessions end, its addresses are free, and signing in begins an empty account", async () => {
    const primary = someAddress();
    const { userId, refreshToken } = await identity.signIn(primary);
    const further = await addFurther(userId);

    await identity.send(EraseUser, { userId });

    expect(await identity.journal.last(claimOf(primary))).toBeUndefined();
    expect(await identity.journal.last(claimOf(further))).toBeUndefined();
    expect((await identity.send(ListSessions, { userId })).sessions).toEqual([]);
    await expect(identity.send(RefreshSession, { refreshToken })).rejects.toMatchObject({ code: "unauthenticated" });
    const again = await identity.signIn(primary);
    expect(again.userId).not.toBe(userId);
    expect((await identity.signIn(further)).userId).not.toBe(again.userId);
  });

  test("then the journal has only UserErased under its id, and other accounts keep their data", async () => {
    const [primary, neighbour] = [someAddress(), someAddress()];
    const { userId } = await identity.signIn(primary);
    const other = await identity.signIn(neighbour);
    await addFurther(userId);
    await identity.send(AddSenderAddress, { userId, email: someAddress(), locale: "en" });
    await saveLinks(userId, 50);
    const letters = [userId, other.userId].map((owner) => deadLetterSubject("enrichment", owner));
    for (const subject of letters) await identity.journal.js.publish(subject, '{"reason":"no such host"}');
    const before = await eventsOf(other.userId);

    await identity.send(EraseUser, { userId });

    await eventually(async () => expect(await eventsOf(userId)).toEqual(["UserErased"]));
    expect(await eventsOf(other.userId)).toEqual(before);
    expect(await identity.send(RefreshSession, { refreshToken: other.refreshToken })).toBeDefined();
    for (const bucket of ["sessions", "credentials", "confirmations"])
      expect(await keysWith(bucket, userId)).toEqual([]);
    const { state } = await identity.journal.jsm.streams.info(DEAD_LETTERS, { subjects_filter: "dead.>" });
    expect(Object.keys(state.subjects ?? {})).toEqual(letters.slice(1));
    const key = addressKey(identity.config.ADDRESS_KEY, primary);
    for (const bucket of ["codes", RATE_LIMITS]) expect(await keysWith(bucket, key)).toEqual([]);
    expect(
      await identity.journal.jsm.streams.getMessage(ERASURES, { last_by_subj: erasedSubject(userId) }),
    ).not.toBeNull();
  });

  test("then the outbox has no mail any more with its addresses, and the others stay", async () => {
    const [primary, neighbour] = [someAddress(), someAddress()];
    const { userId } = await identity.signIn(primary);
    await identity.signIn(neighbour);
    const pending = someAddress();
    await identity.send(AddSenderAddress, { userId, email: pending, locale: "de" });
    await writeFile(join(identity.config.OUTBOX_DIR, "note.txt"), primary);

    await identity.send(EraseUser, { userId });

    expect(await identity.mailsTo(primary)).toEqual([]);
    expect(await identity.mailsTo(pending)).toEqual([]);
    expect(await identity.mailsTo(neighbour)).not.toEqual([]);
    expect(await readdir(identity.config.OUTBOX_DIR)).toContain("note.txt");
  });

  test("then a second erasure changes nothing for the new account of its address", async () => {
    const primary = someAddress();
    const { userId } = await identity.signIn(primary);
    await identity.send(EraseUser, { userId });
    const code = await identity.codeFor(primary);

    await identity.send(EraseUser, { userId });
    await eventually(async () => expect(await eventsOf(userId)).toEqual(["UserErased"]));

    expect(await identity.mailsTo(primary)).toHaveLength(1);
    expect((await identity.send(VerifyCode, guess(primary, code))).userId).not.toBe(userId);
  });
});

describe("given an account that is erased while work for it is in progress", () => {
  test("when its events arrive late, then they are erased, and the tables get a second UserErased", async () => {
    const { userId } = await identity.signIn(someAddress());
    const kept = await identity.signIn(someAddress());
    // The next look at this erasure is near.
    identity.passTime((ERASURE_REPEATS_MS[0] as number) - 1000);
    await identity.send(EraseUser, { userId });
    await eventually(async () => expect(await eventsOf(userId)).toEqual(["UserErased"]));
    const first = await identity.journal.last(aggregateSubject(userId, "identity"));

    await saveLinks(userId, 3);

    await eventually(async () => expect(await eventsOf(userId)).toEqual(["UserErased"]));
    const second = await identity.journal.last(aggregateSubject(userId, "identity"));
    expect(second?.sequence).toBeGreaterThan((first?.sequence ?? 0) + 3);
    expect(await eventsOf(kept.userId)).not.toEqual([]);
  });

  test("when its owner signs in at that moment, then no session remains", async () => {
    for (let round = 0; round < 5; round++) {
      const address = someAddress();
      const { userId } = await identity.signIn(address);
      const code = await identity.codeFor(address);

      const [signedIn] = await Promise.allSettled([
        identity.send(VerifyCode, guess(address, code)),
        identity.send(EraseUser, { userId }),
      ]);

      const refreshed = signedIn.status === "fulfilled" && signedIn.value.userId === userId;
      if (refreshed) {
        const { refreshToken } = (signedIn as PromiseFulfilledResult<SessionTokens>).value;
        await expect(identity.send(RefreshSession, { refreshToken })).rejects.toMatchObject({
          code: "unauthenticated",
        });
      }
      expect((await identity.send(ListSessions, { userId })).sessions).toEqual([]);
    }
  });
});

test("given an expired session, when expired records are erased, then nothing of it is left", async () => {
  const { userId } = await identity.signIn(someAddress());
  expect(await keysWith("sessions", userId)).toHaveLength(1);

  identity.passTime((SESSION_SECONDS_STAY + 1) * 1000);
  await identity.replica();

  await eventually(async () => expect(await keysWith("sessions", userId)).toEqual([]));
});

test("given API tokens, when one has expired and expired records are erased, then nothing of it is left, and the other stays", async () => {
  const owner = await identity.signIn(someAddress());
  const { userId } = owner;
  const asked = { userId, sessionId: claimsOf(owner).sid, scopes: ["read" as const], locale: "en" as const };
  const stays = await identity.send(CreateApiToken, { ...asked, name: "Stays" });
  await identity.send(CreateApiToken, { ...asked, name: "Ends", expiresInDays: 1 });
  expect(await keysWith(API_TOKENS, userId)).toHaveLength(2);

  identity.passTime(2 * 24 * 3600 * 1000);
  await identity.replica();

  await eventually(async () =>
    expect(await keysWith(API_TOKENS, userId)).toEqual([`$KV.${API_TOKENS}.${userId}.${stays.id}`]),
  );
});
