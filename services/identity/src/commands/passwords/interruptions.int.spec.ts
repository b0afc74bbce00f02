import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { type Address, openRateLimiter } from "@satchel/chassis";
import {
  aggregateSubject,
  ChangePassword,
  RefreshSession,
  RemovePassword,
  RequestPasswordReset,
  ResetPassword,
  SetPassword,
  StartSignIn,
  texts,
  RATE_LIMITS,
} from "@satchel/contracts";
import { eventually, spawnProgram } from "@satchel/testing";
import { inProof } from "@satchel/testing/in-proof";
import { beforeAll, describe, expect, test } from "vitest";
import { byPassword, eventsOf, ownerOf, PASSWORD, signedUp } from "../../../test/passwords.ts";
import { asking, clientOf, codesIn, type RunningIdentity, runIdentity } from "../../../test/running-identity.ts";
import { openMailedCodes } from "../../store/mailed-codes.ts";
import { limitKeys } from "../../secrets/limit-keys.ts";
import { type Credentials, openCredentials } from "../../store/credentials.ts";

let identity: RunningIdentity;
let credentials: Credentials;
beforeAll(async () => {
  identity = await runIdentity();
  credentials = await openCredentials(identity.bus);
});

let people = 0;
const someone = (): Address => `person${++people}@post.example` as Address;
const ended = { code: "unauthenticated", message: texts.session.expired };
const refresh = ({ refreshToken }: { refreshToken: string }) => identity.send(RefreshSession, { refreshToken });
const newCodeOf = async (email: string): Promise<string> => {
  const before = codesIn(await identity.mailsTo(email)).length;
  await identity.send(RequestPasswordReset, asking(email));
  return eventually(async () => {
    const [code] = codesIn(await identity.mailsTo(email)).slice(before);
    if (code === undefined) throw new Error("no new code was mailed yet");
    return code;
  });
};

describe("a command whose handler died", () => {
  test("given that it had stored the new password only, when it is sent again, then the other steps are done", async () => {
    const email = someone();
    const other = await identity.signIn(email);
    const own = await identity.signIn(email);
    const commandId = randomUUID();
    const stored = { passwordHash: await hash(PASSWORD), passwordChangedBy: commandId };
    await credentials.change(own.userId, () => ({ put: stored, outcome: undefined }));
    const reply = await identity.sendAgain(SetPassword, { ...ownerOf(own), newPassword: PASSWORD }, commandId);

    expect(reply).toMatchObject({ ok: true, position: { projection: "identity" } });
    expect(await eventsOf(identity, own.userId)).toEqual(["AccountRegistered", "PasswordSet"]);
    await expect(refresh(other)).rejects.toMatchObject(ended);
    expect(await refresh(own)).toBeDefined();
    await eventually(async () =>
      (await identity.mailsTo(email)).some((mail) => /^Subject:.*a password now/m.test(mail)),
    );
  });

  test("given that it had only used up the reset code, when it is sent again, then the password is reset", async () => {
    const email = someone();
    await signedUp(identity, email, PASSWORD);
    const code = await newCodeOf(email);
    const commandId = randomUUID();
    const { ADDRESS_KEY: addressKey, CODE_KEY: codeKey } = identity.config;
    const limits = await openRateLimiter(identity.bus, { bucket: RATE_LIMITS, seconds: 3600 });
    const options = { limits, limitKeys: limitKeys(addressKey), addressKey, codeKey, clock: Date.now };
    const codes = await openMailedCodes(identity.bus, options);
    expect(await codes.verify("reset", { address: email, code, client: clientOf(email) }, commandId)).toBe(true);

    const payload = { ...asking(email), code, newPassword: "another one" };
    await expect(identity.send(ResetPassword, payload)).rejects.toMatchObject({ message: texts.reset.invalid });
    expect(await identity.sendAgain(ResetPassword, payload, commandId)).toMatchObject({ ok: true });
    expect(await byPassword(identity, email, "another one")).toBeDefined();
  });

  test("given the command is not repeated, when the owner tries again, then the page learns that there is a password", async () => {
    const email = someone();
    const own = await identity.signIn(email);
    const stored = { passwordHash: await hash(PASSWORD), passwordChangedBy: randomUUID() };
    await credentials.change(own.userId, () => ({ put: stored, outcome: undefined }));

    await expect(identity.send(SetPassword, { ...ownerOf(own), newPassword: "another one" })).rejects.toMatchObject({
      message: texts.password.alreadySet,
    });
    expect(await eventsOf(identity, own.userId)).toEqual(["AccountRegistered", "PasswordSet"]);
    expect(await byPassword(identity, email, PASSWORD)).toMatchObject({ userId: own.userId });
  });
});

describe("a command whose answer was lost", () => {
  test("given each command that changes a password, when it is sent again, then the answer is the same and it happened once", async () => {
    const email = someone();
    const own = await identity.signIn(email);
    const twice = async (send: (commandId: string, again: boolean) => Promise<unknown>): Promise<void> => {
      const commandId = randomUUID();
      await send(commandId, false);
      expect(await send(commandId, true)).toMatchObject({ ok: true, position: { projection: "identity" } });
    };
    const owner = ownerOf(own);
    const client = clientOf(email);

    const set = { ...owner, newPassword: PASSWORD };
    await twice((id, again) =>
      again ? identity.sendAgain(SetPassword, set, id) : identity.send(SetPassword, set, id),
    );
    const change = { ...owner, oldPassword: PASSWORD, newPassword: "another one", client };
    await twice((id, again) =>
      again ? identity.sendAgain(ChangePassword, change, id) : identity.send(ChangePassword, change, id),
    );
    const removal = { ...owner, oldPassword: "another one", client };
    await twice((id, again) =>
      again ? identity.sendAgain(RemovePassword, removal, id) : identity.send(RemovePassword, removal, id),
    );
    const reset = { ...asking(email), code: await newCodeOf(email), newPassword: "a third one" };
    await twice((id, again) =>
      again ? identity.sendAgain(ResetPassword, reset, id) : identity.send(ResetPassword, reset, id),
    );

    const all = ["AccountRegistered", "PasswordSet", "PasswordSet", "PasswordRemoved", "PasswordSet"];
    expect(await eventsOf(identity, own.userId)).toEqual(all);
    expect(await byPassword(identity, email, "a third one")).toMatchObject({ userId: own.userId });
  });
});

test("given an account that is erased while its password is set, then no password of it is left", async () => {
  const own = await identity.signIn(someone());
  const subject = aggregateSubject(own.userId, "identity");
  const expected = (await identity.journal.last(subject))?.sequence ?? 0;
  await identity.journal.append({ subject, event: { id: randomUUID(), type: "UserErased", data: {} }, expected });

  const setting = identity.send(SetPassword, { ...ownerOf(own), newPassword: PASSWORD });
  await expect(setting).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await credentials.get(own.userId)).toBeUndefined();
  const events = await eventsOf(identity, own.userId);
  expect(events).toContain("UserErased");
  expect(events).not.toContain("PasswordSet");
});

inProof(
  "given a process that is killed after it stored a password, when it starts again, then each step of the command is done once",
  async () => {
    const alone = await runIdentity();
    await alone.stop();
    const start = async () => {
      const { OIDC_PROVIDERS: _, ...config } = alone.config;
      const env = Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value)]));
      const identityProcess = await spawnProgram(new URL("../../main.ts", import.meta.url), { env });
      await identityProcess.waitForLine(/started/, 30_000);
      return identityProcess;
    };
    const first = await start();
    const email = someone();
    const other = await alone.signIn(email);
    const own = await alone.signIn(email);
    const killed = new Promise<void>((resolve) => {
      alone.bus.nc.subscribe("$KV.credentials.>", {
        max: 1,
        callback: () => resolve(first.kill("SIGKILL").then(() => {})),
      });
    });

    const commandId = randomUUID();
    const payload = { ...ownerOf(own), newPassword: PASSWORD };
    // Its sender tries again by itself while it waits; however long the start takes, one more try must change nothing.
    const setting = alone.send(SetPassword, payload, commandId).catch(() => undefined);
    await killed;
    await start();
    await setting;
    expect(await alone.sendAgain(SetPassword, payload, commandId)).toMatchObject({ ok: true });

    expect(await eventsOf(alone, own.userId)).toEqual(["AccountRegistered", "PasswordSet"]);
    expect(await byPassword(alone, email, PASSWORD)).toMatchObject({ userId: own.userId });
    await expect(alone.send(RefreshSession, { refreshToken: other.refreshToken })).rejects.toMatchObject(ended);
    expect(await alone.send(StartSignIn, asking(email))).toEqual({ status: "password_required" });
  },
);
