import {
  ListSessions,
  RefreshSession,
  RequestPasswordReset,
  ResetPassword,
  type SessionTokens,
  texts,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { byPassword, PASSWORD, signedUp } from "../../../test/passwords.ts";
import { asking, codesIn, otherThan, type RunningIdentity, runIdentity } from "../../../test/running-identity.ts";

let identity: RunningIdentity;
beforeAll(async () => {
  identity = await runIdentity();
});

let people = 0;
const someone = (): string => `person${++people}@post.example`;
const refresh = ({ refreshToken }: SessionTokens) => identity.send(RefreshSession, { refreshToken });
const ended = { code: "unauthenticated", message: texts.session.expired };
const invalid = { code: "unauthenticated", message: texts.login.invalid };
const subjectsTo = async (address: string): Promise<string[]> =>
  (await identity.mailsTo(address)).map((mail) => /^Subject: (.*?)\r$/m.exec(mail)?.[1] ?? "");
const noticeTo = (address: string, subject: RegExp) =>
  eventually(async () => (await subjectsTo(address)).some((line) => subject.test(line)));

/** A new reset code, once it was mailed. */
const resetCodeFor = async (email: string): Promise<string> => {
  const before = codesIn(await identity.mailsTo(email));
  await identity.send(RequestPasswordReset, asking(email));
  return eventually(async () => {
    const newest = codesIn(await identity.mailsTo(email))
      .slice(before.length)
      .at(-1);
    if (newest === undefined) throw new Error("no new code was mailed yet");
    return newest;
  });
};

test("given resets that were asked for, when the service stops at once, then their codes are mailed before it has", async () => {
  const stopping = await runIdentity();
  const emails = Array.from({ length: 5 }, () => someone());
  for (const email of emails) await signedUp(stopping, email);
  await Promise.all(emails.map((email) => stopping.send(RequestPasswordReset, asking(email))));
  await stopping.stop();
  const mails = await Promise.all(emails.map((email) => stopping.mailsTo(email)));
  expect(mails.map((of) => of.length)).toEqual(emails.map(() => 2));
});

describe("resetting a password", () => {
  test("given a reset code, when a new password is given with it, then that opens the account, and all sessions end", async () => {
    const email = someone();
    const own = await signedUp(identity, email, PASSWORD);
    const code = await resetCodeFor(email);
    await identity.send(ResetPassword, { ...asking(email), code, newPassword: "another one" });

    await expect(byPassword(identity, email, PASSWORD)).rejects.toMatchObject(invalid);
    expect(await byPassword(identity, email, "another one")).toMatchObject({ userId: own.userId });
    await expect(refresh(own)).rejects.toMatchObject(ended);
    const { sessions } = await identity.send(ListSessions, { userId: own.userId });
    expect(sessions).toHaveLength(1);
    await noticeTo(email, /password was reset/);
  });

  test("given an account without a password, when it is reset, then it has one", async () => {
    const email = someone();
    const own = await signedUp(identity, email);
    await identity.send(ResetPassword, { ...asking(email), code: await resetCodeFor(email), newPassword: PASSWORD });
    expect(await byPassword(identity, email, PASSWORD)).toMatchObject({ userId: own.userId });
  });

  test("given a reset code, when it is used to sign in, or a sign-in code to reset, then it is refused", async () => {
    const email = someone();
    await signedUp(identity, email);
    const reset = await resetCodeFor(email);
    await expect(identity.signIn(email)).resolves.toBeDefined();
    const signIn = await identity.codeFor(email);

    if (reset === signIn) return;
    await expect(
      identity.send(ResetPassword, { ...asking(email), code: signIn, newPassword: PASSWORD }),
    ).rejects.toMatchObject({
      code: "rejected",
      message: texts.reset.invalid,
    });
  });

  test("given a wrong, a used or an unknown code, when a password is set with it, then it is refused and nothing changes", async () => {
    const [email, unknown] = [someone(), someone()];
    const own = await signedUp(identity, email, PASSWORD);
    const code = await resetCodeFor(email);
    const reset = (to: string, given: string) =>
      identity.send(ResetPassword, { ...asking(to), code: given, newPassword: "another one" });
    const refused = { code: "rejected", message: texts.reset.invalid };

    await expect(reset(email, otherThan(code))).rejects.toMatchObject(refused);
    await expect(reset(unknown, code)).rejects.toMatchObject(refused);
    await expect(reset("no address", code)).rejects.toMatchObject(refused);
    expect(await byPassword(identity, email, PASSWORD)).toMatchObject({ userId: own.userId });
    await reset(email, code);
    await expect(reset(email, code)).rejects.toMatchObject(refused);
  });

  test("given a password that is too short, when it comes with the right code, then the code stays valid", async () => {
    const email = someone();
    await signedUp(identity, email);
    const code = await resetCodeFor(email);
    const short = identity.send(ResetPassword, { ...asking(email), code, newPassword: "12345" });
    await expect(short).rejects.toMatchObject({ code: "invalid", message: texts.password.tooShort });
    expect(await identity.send(ResetPassword, { ...asking(email), code, newPassword: "123456" })).toEqual({});
  });

  test("given no account, when a reset is asked for, then the answer is the same and nothing is mailed", async () => {
    const [known, unknown] = [someone(), someone()];
    await signedUp(identity, known);
    const answers = [];
    for (const email of [unknown, known]) answers.push(await identity.send(RequestPasswordReset, asking(email)));
    await eventually(async () => (await subjectsTo(known)).length === 2);

    expect(answers[0]).toEqual(answers[1]);
    expect(await subjectsTo(unknown)).toEqual([]);
    const again = await Promise.allSettled(
      Array.from({ length: 6 }, () => identity.send(RequestPasswordReset, asking(unknown))),
    );
    expect(again.filter(({ status }) => status === "rejected").length).toBe(2);
  });
});
