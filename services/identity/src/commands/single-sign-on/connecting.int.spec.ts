import { randomUUID } from "node:crypto";
import {
  CODE_TRIES,
  DisconnectSignIn,
  EndSession,
  laterTexts,
  ListSignIns,
  ProveSso,
  SIGN_INS_PER_HOUR,
  type SessionTokens,
  SSO_SECONDS,
  texts,
  type UserId,
  VerifyCode,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { startIdentityProvider, type TestProvider } from "../../../test/identity-provider.ts";
import {
  claimsOf,
  clientOf,
  codesIn,
  guess,
  otherThan,
  type RunningIdentity,
  runIdentity,
} from "../../../test/running-identity.ts";
import { proofOf, singleSignOn, tokensOf } from "../../../test/single-sign-on.ts";

const PUBLIC = "https://satchel.example";

let identity: RunningIdentity;
let home: TestProvider;
let work: TestProvider;
let atHome: ReturnType<typeof singleSignOn>;
let atWork: ReturnType<typeof singleSignOn>;
beforeAll(async () => {
  home = await startIdentityProvider({ publicUrl: PUBLIC });
  work = await startIdentityProvider({ publicUrl: PUBLIC, names: ["work"] });
  identity = await runIdentity({ OIDC_PROVIDERS: "home,work", ...home.settings("home"), ...work.settings("work") });
  atHome = singleSignOn(identity, home);
  atWork = singleSignOn(identity, work, "work");
});

let members = 0;
/** Somebody with an account, who is at both providers with their address. */
async function member(): Promise<{ readonly email: string; readonly tokens: SessionTokens; readonly userId: UserId }> {
  const email = `member${++members}@example.org`;
  const tokens = await identity.signIn(email);
  home.person = { sub: randomUUID(), email, email_verified: true };
  work.person = { sub: randomUUID(), email, email_verified: true };
  return { email, tokens, userId: tokens.userId };
}

const sessionOf = (tokens: SessionTokens) => ({ userId: tokens.userId, sessionId: claimsOf(tokens).sid });
const prove = (flow: string, code: string) =>
  identity.send(ProveSso, { flow, code, client: clientOf(flow), device: "Firefox on Linux", locale: "en" });
const newestCode = async (email: string): Promise<string> => codesIn(await identity.mailsTo(email)).at(-1) ?? "";
const signInsOf = (userId: UserId) => identity.send(ListSignIns, { userId }).then(({ sign_ins }) => sign_ins);
/** The tables follow the journal. */
const shown = async (userId: UserId, count: number) =>
  eventually(async () => {
    const found = await signInsOf(userId);
    if (found.length !== count) throw new Error(`${found.length} are shown`);
    return found;
  });

describe("an address that has an account", () => {
  test("given its code, then the person opens that account, is told by mail, and is listed", async () => {
    const { email, userId } = await member();
    const outcome = await atHome.signIn({ returnTo: "/tags" });
    expect(outcome).toMatchObject({ kind: "proof", returnTo: "/tags" });
    const flow = proofOf(outcome);
    // Nothing is connected by the address alone, however often.
    expect(await signInsOf(userId)).toEqual([]);
    const code = await newestCode(email);
    expect((await identity.mailsTo(email)).at(-1)).toContain("The home");

    expect((await prove(flow, code)).userId).toBe(userId);
    expect(tokensOf(await atHome.signIn()).userId).toBe(userId);
    expect(await shown(userId, 1)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        provider: "The home",
        issuer: home.issuer,
        connected_at: expect.any(String) as string,
      },
    ]);
    const mail = await eventually(async () => {
      const found = (await identity.mailsTo(email)).find((one) => one.includes("opens your Satchel account now"));
      if (found === undefined) throw new Error("no mail yet");
      return found;
    });
    expect(mail).toContain("The home");
  });

  test("given another issuer that claims the same address, then it needs its own proof", async () => {
    const { email, userId } = await member();
    await prove(proofOf(await atHome.signIn()), await newestCode(email));

    const flow = proofOf(await atWork.signIn());

    expect(await shown(userId, 1)).toMatchObject([{ issuer: home.issuer }]);
    await prove(flow, await newestCode(email));
    expect(await shown(userId, 2)).toMatchObject([{ issuer: home.issuer }, { issuer: work.issuer }]);
  });

  test("given a code that was mailed to somebody else, then it proves nothing", async () => {
    const { email } = await member();
    const other = await member();
    home.person = { sub: randomUUID(), email, email_verified: true };
    const flow = proofOf(await atHome.signIn());
    work.person = { sub: randomUUID(), email: other.email, email_verified: true };
    proofOf(await atWork.signIn());
    await expect(prove(flow, await newestCode(other.email))).rejects.toMatchObject({
      message: texts.verification.invalid,
    });
  });

  test("given a sign-in code, then it is no proof; given the code of the proof, then it signs nobody in", async () => {
    const { email } = await member();
    const flow = proofOf(await atHome.signIn());
    const code = await newestCode(email);
    await expect(identity.send(VerifyCode, guess(email, code))).rejects.toMatchObject({ code: "rejected" });
    const signInCode = await identity.codeFor(email);
    if (signInCode !== code) await expect(prove(flow, signInCode)).rejects.toMatchObject({ code: "rejected" });
  });

  test("given wrong codes, then the right one is void after some", async () => {
    const { email, userId } = await member();
    const flow = proofOf(await atHome.signIn());
    const code = await newestCode(email);
    for (let i = 0; i < CODE_TRIES; i++) {
      await expect(prove(flow, otherThan(code, i + 1))).rejects.toMatchObject({ message: texts.verification.invalid });
    }
    await expect(prove(flow, code)).rejects.toMatchObject({ message: texts.verification.invalid });
    expect(await signInsOf(userId)).toEqual([]);
  });

  test("given the code comes too late, or with the flow of a sign-on that has not come back", async () => {
    const { email } = await member();
    const { flow: departed } = await atHome.comeBack();
    const flow = proofOf(await atHome.signIn());
    const code = await newestCode(email);
    await expect(prove(departed, code)).rejects.toMatchObject({ message: laterTexts.sso.expired });
    identity.passTime(SSO_SECONDS * 1000);
    await expect(prove(flow, code)).rejects.toMatchObject({ message: laterTexts.sso.expired });
  });

  test("given too many codes for the address, then no more are mailed", async () => {
    await member();
    let outcome = await atHome.signIn();
    for (let i = 0; i < 10 && outcome.kind === "proof"; i++) outcome = await atHome.signIn();
    expect(outcome).toEqual({ kind: "refused", problem: "limited", isConnecting: false });
  });
});

describe("connecting in the settings", () => {
  test("given a session, then the person opens its account, whatever their address is", async () => {
    const { tokens, userId } = await member();
    home.person = { sub: randomUUID(), email: "elsewhere@example.net", email_verified: false };

    expect(await atHome.signIn({ connect: sessionOf(tokens), returnTo: "/links" })).toEqual({
      kind: "connected",
      returnTo: "/links",
    });

    expect(tokensOf(await atHome.signIn()).userId).toBe(userId);
    // Once more is no second one.
    expect(await atHome.signIn({ connect: sessionOf(tokens) })).toEqual({ kind: "connected" });
    expect(await shown(userId, 1)).toHaveLength(1);
  });

  test("given an account that connects persons all the time, each with a mail, then it is limited", async () => {
    const { tokens } = await member();
    for (let i = 0; i < SIGN_INS_PER_HOUR; i++) await atHome.signIn({ connect: sessionOf(tokens) });
    await expect(atHome.signIn({ connect: sessionOf(tokens) })).rejects.toMatchObject({ code: "limited" });
  });

  test("given a person who opens another account, then it is refused, and both stay as they are", async () => {
    const first = await member();
    const { person } = home;
    await atHome.signIn({ connect: sessionOf(first.tokens) });
    const second = await member();
    home.person = person;

    expect(await atHome.signIn({ connect: sessionOf(second.tokens) })).toEqual({
      kind: "refused",
      problem: "taken",
      isConnecting: true,
    });
    expect(tokensOf(await atHome.signIn()).userId).toBe(first.userId);
    expect(await signInsOf(second.userId)).toEqual([]);
  });

  test("given the session ended meanwhile, or the browser has another one, then nothing is connected", async () => {
    const { tokens, userId } = await member();
    const refusal = { kind: "refused", problem: "expired", isConnecting: true };
    const stranger = await identity.signIn("stranger@example.org");
    const returned = await atHome.comeBack({ connect: sessionOf(tokens) });
    expect(await atHome.finish(returned, { session: sessionOf(stranger) })).toEqual(refusal);
    const late = await atHome.comeBack({ connect: sessionOf(tokens) });
    await identity.send(EndSession, sessionOf(tokens));
    expect(await atHome.finish(late)).toEqual(refusal);
    expect(await signInsOf(userId)).toEqual([]);
  });
});

describe("disconnecting", () => {
  test("given a connected person, then they open the account no more, and may be connected to another", async () => {
    const { email, tokens, userId } = await member();
    await atHome.signIn({ connect: sessionOf(tokens) });
    const [{ id } = { id: "" }] = await shown(userId, 1);
    const stranger = await identity.signIn(`stranger${members}@example.org`);
    const disconnect = (user: UserId) => identity.send(DisconnectSignIn, { userId: user, id, locale: "de" });
    await expect(disconnect(stranger.userId)).rejects.toMatchObject({
      code: "not-found",
      message: texts.server.notFound,
    });

    await disconnect(userId);

    await expect(disconnect(userId)).rejects.toMatchObject({ code: "not-found" });
    await shown(userId, 0);
    proofOf(await atHome.signIn());
    expect(await atHome.signIn({ connect: sessionOf(stranger) })).toEqual({ kind: "connected" });
    expect(tokensOf(await atHome.signIn()).userId).toBe(stranger.userId);
    await eventually(async () => {
      const mails = await identity.mailsTo(email);
      if (!mails.some((mail) => mail.includes("=?UTF-8?") || mail.includes("nicht mehr")))
        throw new Error("no mail yet");
    });
  });
});
