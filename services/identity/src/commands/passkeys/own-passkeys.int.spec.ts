import { randomUUID } from "node:crypto";
import {
  AddPasskey,
  aggregateSubject,
  BeginPasskey,
  BeginPasskeySignIn,
  CHALLENGE_SECONDS,
  type PasskeyId,
  PASSKEYS_PER_HOUR,
  PASSKEYS_PER_USER,
  RemovePasskey,
  texts,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, passkeyUse } from "../../../test/passkeys.ts";
import { type RunningIdentity, runIdentity } from "../../../test/running-identity.ts";
import { type Departures, SoftwareAuthenticator } from "../../../test/software-authenticator.ts";

const NOT_ACCEPTED = { code: "rejected", message: texts.passkeys.invalid };

let identity: RunningIdentity;
let use: ReturnType<typeof passkeyUse>;
beforeAll(async () => {
  identity = await runIdentity();
  await identity.replica();
  use = passkeyUse(identity);
});

describe("a passkey", () => {
  test("given an account, when a passkey is added, then it is listed and its owner gets a mail", async () => {
    const { userId, email, passkey } = await use.holder();

    expect(passkey).toMatchObject({ name: "Phone", last_used_at: null, synced: false });
    expect(await use.passkeysOf(userId)).toEqual([passkey]);
    const [notice] = await eventually(async () => {
      const found = await use.mailsAbout(email, "A passkey was added to your Satchel account");
      expect(found).toHaveLength(1);
      return found;
    });
    expect(notice).toContain("Phone");
  });

  test("given a name with line breaks and direction marks, when it is added, then it is shown on one line", async () => {
    const { userId } = await use.somebody();
    const passkey = await use.add(userId, new SoftwareAuthenticator(ORIGIN), {
      name: " My\u202e\r\nBcc: x \u0000phone ",
    });

    expect(passkey.name).toBe("My Bcc: x phone");
  });

  test("given a name without visible characters, when the passkey is added, then its name is Passkey", async () => {
    const { userId } = await use.somebody();
    expect((await use.add(userId, new SoftwareAuthenticator(ORIGIN), { name: "\u200b \n" })).name).toBe("Passkey");
  });

  test("given a passkey that is registered, when it is offered again, then it exists already", async () => {
    const { userId, authenticator } = await use.holder();

    await expect(use.add(userId, authenticator)).rejects.toMatchObject({
      code: "rejected",
      message: texts.passkeys.exists,
    });
  });

  test("given as many passkeys as an account may have, added at once, when another is begun, then it is refused", async () => {
    const { userId } = await use.somebody();
    const all = await Promise.allSettled(
      Array.from({ length: PASSKEYS_PER_USER + 3 }, () => use.add(userId, new SoftwareAuthenticator(ORIGIN))),
    );

    expect(all.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(PASSKEYS_PER_USER);
    while ((await use.passkeysOf(userId)).length < PASSKEYS_PER_USER)
      await use.add(userId, new SoftwareAuthenticator(ORIGIN));
    await expect(identity.send(BeginPasskey, { userId })).rejects.toMatchObject({
      code: "rejected",
      message: texts.passkeys.tooMany,
    });
  });

  test("given a passkey, then the journal has nothing of it", async () => {
    const { userId, authenticator } = await use.holder();
    const stored = JSON.stringify(await identity.journal.readAggregate(aggregateSubject(userId, "identity")));

    expect(stored).toContain("AccountRegistered");
    expect(stored).not.toContain(authenticator.credentialId);
    expect(stored).not.toContain("Phone");
  });
});

test("given an account that adds passkeys and removes them all the time, each with a mail, then it is limited", async () => {
  const { userId } = await use.somebody();
  for (let i = 0; i < PASSKEYS_PER_HOUR; i++) {
    const { id: passkeyId } = await use.add(userId, new SoftwareAuthenticator(ORIGIN));
    await identity.send(RemovePasskey, { userId, passkeyId, locale: "en" });
  }
  await expect(use.add(userId, new SoftwareAuthenticator(ORIGIN))).rejects.toMatchObject({ code: "limited" });
  expect(await use.holder()).toMatchObject({ passkey: { name: "Phone" } });
});

describe("a registration is refused", () => {
  test.each<[string, Departures]>([
    ["on another origin", { origin: "https://satchel.example.evil.example" }],
    ["for another relying party", { rpId: "evil.example" }],
    ["for another challenge", { challenge: Buffer.alloc(62).toString("base64url") }],
    ["inside a foreign page", { crossOrigin: true }],
    ["without proof of its user", { userVerified: false }],
  ])("given an answer %s", async (_, departures) => {
    const { userId } = await use.somebody();

    await expect(use.add(userId, new SoftwareAuthenticator(ORIGIN), { departures })).rejects.toMatchObject(
      NOT_ACCEPTED,
    );
    expect(await use.passkeysOf(userId)).toEqual([]);
  });

  test("given a challenge of another user, or of a sign-in", async () => {
    const [anna, berta] = [await use.somebody(), await use.somebody()];
    const offered = [
      (await identity.send(BeginPasskey, { userId: berta.userId })).options,
      {
        ...(await identity.send(BeginPasskey, anna)).options,
        ...(await identity.send(BeginPasskeySignIn, { client: "home" })).options,
      },
    ];
    for (const options of offered) {
      const response = new SoftwareAuthenticator(ORIGIN).create(options, { rpId: "satchel.example" });
      await expect(
        identity.send(AddPasskey, { userId: anna.userId, name: "Phone", response, locale: "en" }),
      ).rejects.toMatchObject(NOT_ACCEPTED);
    }
  });

  test("given a challenge that was answered before, or too long ago", async () => {
    const { userId } = await use.somebody();
    const { options } = await identity.send(BeginPasskey, { userId });
    const give = () =>
      identity.send(AddPasskey, {
        userId,
        name: "Phone",
        response: new SoftwareAuthenticator(ORIGIN).create(options),
        locale: "en",
      });
    await give();
    await expect(give()).rejects.toMatchObject(NOT_ACCEPTED);

    const { options: late } = await identity.send(BeginPasskey, { userId });
    identity.passTime(CHALLENGE_SECONDS * 1000);
    const response = new SoftwareAuthenticator(ORIGIN).create(late);
    await expect(identity.send(AddPasskey, { userId, name: "Phone", response, locale: "en" })).rejects.toMatchObject(
      NOT_ACCEPTED,
    );
  });
});

describe("another user's passkey", () => {
  test("given its id, when somebody else removes it, then it is not found, and it stays", async () => {
    const [anna, berta] = [await use.holder(), await use.somebody()];

    for (const passkeyId of [anna.passkey.id, randomUUID() as PasskeyId]) {
      await expect(
        identity.send(RemovePasskey, { userId: berta.userId, passkeyId, locale: "en" }),
      ).rejects.toMatchObject({ code: "not-found", message: texts.passkeys.notFound });
    }
    expect(await use.signInWith(await use.answer(anna.authenticator))).toMatchObject({ userId: anna.userId });
  });
});

describe("a command whose answer was lost", () => {
  test("given a passkey that was added, when the command is sent again, then it is the same passkey and there is one notice", async () => {
    const { userId, email } = await use.somebody();
    const { options } = await identity.send(BeginPasskey, { userId });
    const commandId = randomUUID();
    const response = new SoftwareAuthenticator(ORIGIN).create(options);
    const payload = { userId, name: "Phone", response, locale: "en" as const };
    const lost = await identity.send(AddPasskey, payload, commandId);

    expect(await identity.sendAgain(AddPasskey, payload, commandId)).toEqual({ ok: true, result: lost });
    expect(await use.passkeysOf(userId)).toEqual([lost]);
    const told = (): Promise<string[]> => use.mailsAbout(email, "A passkey was added");
    await eventually(async () => expect(await told()).toHaveLength(1));
    // A second notice would be there no later than the one of what is done after it.
    await identity.send(RemovePasskey, { userId, passkeyId: lost.id, locale: "en" });
    await eventually(async () =>
      expect(await use.mailsAbout(email, "A passkey was removed from your Satchel account")).toHaveLength(1),
    );
    expect(await told()).toHaveLength(1);
  });

  test("given a removal, when the command is sent again, then it is done", async () => {
    const { userId, passkey } = await use.holder();
    const payload = { userId, passkeyId: passkey.id, locale: "en" as const };
    const commandId = randomUUID();
    await identity.send(RemovePasskey, payload, commandId);

    expect(await identity.sendAgain(RemovePasskey, payload, commandId)).toEqual({ ok: true, result: {} });
  });
});
