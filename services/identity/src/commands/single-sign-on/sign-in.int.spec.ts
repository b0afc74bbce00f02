import { randomUUID } from "node:crypto";
import {
  aggregateSubject,
  BeginSso,
  EraseUser,
  FinishSso,
  laterTexts,
  OIDC_SUBJECT_CHARS,
  RefreshSession,
  SSO_SECONDS,
  type SsoOutcome,
  texts,
} from "@satchel/contracts";
import { beforeAll, describe, expect, test } from "vitest";
import { startIdentityProvider, type TestProvider } from "../../../test/identity-provider.ts";
import { claimsOf, type RunningIdentity, runIdentity } from "../../../test/running-identity.ts";
import { singleSignOn, tokensOf } from "../../../test/single-sign-on.ts";

const PUBLIC = "https://satchel.example";
const refused = (problem: string) => ({ kind: "refused", problem, isConnecting: false });

let identity: RunningIdentity;
let home: TestProvider;
let work: TestProvider;
let atHome: ReturnType<typeof singleSignOn>;
let atWork: ReturnType<typeof singleSignOn>;
beforeAll(async () => {
  home = await startIdentityProvider({ publicUrl: PUBLIC });
  work = await startIdentityProvider({ publicUrl: PUBLIC, names: ["work"], inToken: true });
  identity = await runIdentity({ OIDC_PROVIDERS: "home,work", ...home.settings("home"), ...work.settings("work") });
  await identity.replica();
  atHome = singleSignOn(identity, home);
  atWork = singleSignOn(identity, work, "work");
});

let people = 0;
/** Somebody new at a provider, with a verified address of their own. */
const somebody = (provider: TestProvider) => {
  const person = { sub: randomUUID(), email: `person${++people}@example.org`, email_verified: true };
  provider.person = person;
  return person;
};

describe("a sign-on", () => {
  test("given nobody with the verified address, then an account begins, and the person opens it from then on", async () => {
    const { sub, email } = somebody(home);
    const { url } = await identity.send(BeginSso, { provider: "home", stayLoggedIn: true });
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      response_type: "code",
      client_id: "satchel",
      scope: "openid email",
      code_challenge_method: "S256",
      redirect_uri: `${PUBLIC}/api/auth/sso/home/callback`,
    });

    const first = tokensOf(await atHome.signIn({ stayLoggedIn: false }));
    expect(first.stayLoggedIn).toBe(false);
    expect(claimsOf(first)).toMatchObject({ sub: first.userId, ver: true });
    await identity.send(RefreshSession, { refreshToken: first.refreshToken });
    // The address is the account's: a mailed code opens the same one.
    expect((await identity.signIn(email)).userId).toBe(first.userId);

    // Whatever the address is now, and whether or not it is verified.
    home.person = { sub, email: "other@example.org", email_verified: false };
    expect(tokensOf(await atHome.signIn()).userId).toBe(first.userId);
    home.person = { sub };
    expect(tokensOf(await atHome.signIn()).userId).toBe(first.userId);
  });

  test("given a provider that writes the address into its token, in capitals, then it is the same address", async () => {
    const { email } = somebody(work);
    work.person = { sub: randomUUID(), email: ` ${email.toUpperCase()}`, email_verified: "true" };

    const { userId } = tokensOf(await atWork.signIn());

    expect((await identity.signIn(email)).userId).toBe(userId);
  });

  test("given two providers with the same name for somebody, then they open different accounts", async () => {
    const { sub } = somebody(home);
    const one = tokensOf(await atHome.signIn());
    work.person = { ...somebody(work), sub };
    const other = tokensOf(await atWork.signIn());

    expect(other.userId).not.toBe(one.userId);
    home.person = { sub };
    expect(tokensOf(await atHome.signIn()).userId).toBe(one.userId);
  });

  test("given the command is sent again, then it is the same session, and no second account", async () => {
    somebody(home);
    const returned = await atHome.comeBack();
    const commandId = randomUUID();
    const { userId } = tokensOf(await atHome.finish(returned, {}, commandId));

    // The code is used up at the provider: the answer is a refusal and no other account.
    const payload = { ...returned, client: "home", device: "Firefox on Linux", locale: "en" as const };
    const reply = await identity.sendAgain(FinishSso, payload, commandId);
    expect(reply).toMatchObject({ ok: true, result: refused("failed") });
    expect(tokensOf(await atHome.signIn()).userId).toBe(userId);
  });

  test("given a path within the page, then it comes back; given another site's address, then it does not", async () => {
    somebody(home);
    expect(await atHome.signIn({ returnTo: "/connect?browser=firefox" })).toMatchObject({
      kind: "signed-in",
      returnTo: "/connect?browser=firefox",
    });
    for (const returnTo of ["//evil.example", "/\\evil.example", "https://evil.example", "/\t/evil.example", "links"]) {
      expect([returnTo, await atHome.signIn({ returnTo })]).toEqual([
        returnTo,
        expect.not.objectContaining({ returnTo }),
      ]);
    }
  });

  test("given an erased account, then its person opens a new one, and nothing of the old is left", async () => {
    const { sub } = somebody(home);
    const old = tokensOf(await atHome.signIn());
    await identity.send(EraseUser, { userId: old.userId });

    const next = tokensOf(await atHome.signIn());

    expect(next.userId).not.toBe(old.userId);
    const events = await identity.journal.readAggregate(aggregateSubject(old.userId, "identity"));
    expect(JSON.stringify(events)).not.toContain(sub);
    expect(identity.log.join()).not.toContain(sub);
  });
});

describe("a sign-on is refused", () => {
  const outcomes = async (change: (url: URL) => void): Promise<SsoOutcome> => {
    somebody(home);
    return atHome.finish(await atHome.comeBack({}, change));
  };

  test("given an address that the provider does not vouch for, or none", async () => {
    for (const person of [
      { email: "mallory@example.org", email_verified: false },
      { email: "mallory@example.org", email_verified: "false" },
      { email: "mallory@example.org" },
      { email: "not an address", email_verified: true },
      { email: "a@example.org, b@example.org", email_verified: true },
      {},
    ]) {
      home.person = { sub: randomUUID(), ...person };
      expect([person, await atHome.signIn()]).toEqual([person, refused("unverified")]);
    }
  });

  test("given a name for somebody that is too long, then there is no account that nobody could open", async () => {
    const { email } = somebody(home);
    home.person = { sub: "s".repeat(OIDC_SUBJECT_CHARS + 1), email, email_verified: true };
    expect(await atHome.signIn()).toEqual(refused("failed"));

    home.person = { sub: randomUUID(), email, email_verified: true };
    tokensOf(await atHome.signIn());
  });

  test("given a text in the place of an error code, then it is not in the log", async () => {
    somebody(home);
    const returned = await atHome.comeBack();
    const answer = new URLSearchParams(returned.answer);
    answer.delete("code");
    answer.set("error", "A text of a stranger");
    expect(await atHome.finish({ ...returned, answer: `?${answer.toString()}` })).toEqual(refused("failed"));
    expect(identity.log.join()).not.toContain("of a stranger");
  });

  test("given the person declines", async () => {
    home.person = undefined;
    expect(await atHome.signIn()).toEqual(refused("denied"));
  });

  test("given an answer to another sign-on: its state, its nonce, its code", async () => {
    expect(await outcomes((url) => url.searchParams.set("state", "another"))).toEqual(refused("expired"));
    expect(await outcomes((url) => url.searchParams.set("nonce", "another"))).toEqual(refused("failed"));
    // A stolen code in the thief's own sign-on: the verifier of PKCE is another.
    somebody(home);
    const stolen = new URLSearchParams((await atHome.comeBack()).answer);
    const own = await atHome.comeBack();
    const answer = new URLSearchParams(own.answer);
    answer.set("code", stolen.get("code") ?? "");
    expect(await atHome.finish({ ...own, answer: `?${answer.toString()}` })).toEqual(refused("failed"));
  });

  test("given it is replayed, in another browser, at another provider, or too late", async () => {
    somebody(home);
    const used = await atHome.comeBack();
    tokensOf(await atHome.finish(used));
    expect(await atHome.finish(used)).toEqual(refused("expired"));

    const [one, other] = [await atHome.comeBack(), await atHome.comeBack()];
    expect(await atHome.finish({ ...one, flow: other.flow })).toEqual(refused("expired"));
    tokensOf(await atHome.finish(other));
    expect(await atHome.finish({ ...one, flow: "not.a.flow" })).toEqual(refused("expired"));
    expect(await atHome.finish({ ...(await atHome.comeBack()), provider: "work" })).toEqual(refused("expired"));
    expect(await atHome.finish({ ...(await atHome.comeBack()), provider: "none" })).toEqual(refused("expired"));

    const late = await atHome.comeBack();
    identity.passTime(SSO_SECONDS * 1000);
    expect(await atHome.finish(late)).toEqual(refused("expired"));
  });

  test("given a provider that is not in the settings", async () => {
    const asked = identity.send(BeginSso, { provider: "none", stayLoggedIn: true });
    await expect(asked).rejects.toMatchObject({ code: "not-found", message: texts.server.notFound });
  });

  test("given the server takes no new account", async () => {
    const closed = await runIdentity({ OIDC_PROVIDERS: "home", ...home.settings("home"), REGISTRATION: "closed" });
    somebody(home);
    expect(await singleSignOn(closed, home).signIn()).toEqual(refused("closed"));
  });
});

describe("a provider that misbehaves", () => {
  let odd: TestProvider;
  let other: RunningIdentity;
  beforeAll(async () => {
    odd = await startIdentityProvider({ publicUrl: PUBLIC });
    await odd.leave();
    other = await runIdentity({ OIDC_PROVIDERS: "home", ...odd.settings("home") });
  });
  const asked = () => other.send(BeginSso, { provider: "home", stayLoggedIn: true });
  const isAway = { code: "unavailable", message: laterTexts.sso.away };

  test("given it is away at the start, then the service has started, and says so to who signs in", async () => {
    await expect(asked()).rejects.toMatchObject(isAway);
    await odd.comeBack();
  });

  test.each([
    ["that is endless", "application/json", "[".repeat(2_000_000)],
    ["that is no JSON", "application/json", "<html>"],
    ["of another provider", "application/json", JSON.stringify({ issuer: "https://evil.example" })],
  ])("given metadata %s, then nobody is sent there", async (_, type, body) => {
    odd.tamper = (_request, response) => {
      response.setHeader("content-type", type).end(body);
      return true;
    };
    await expect(asked()).rejects.toMatchObject(isAway);
  });

  test.each([
    ["none", undefined],
    ["a path", "/auth"],
    ["a script", "javascript:alert(1)//"],
  ])("given metadata with %s for an address, then nobody is sent there, until it is mended", async (_, address) => {
    odd.tamper = ({ url = "" }, response) => {
      if (!url.includes("/.well-known/")) return false;
      const metadata = { issuer: odd.issuer, authorization_endpoint: address };
      response.setHeader("content-type", "application/json").end(JSON.stringify(metadata));
      return true;
    };
    const one = await runIdentity({ OIDC_PROVIDERS: "home", ...odd.settings("home") });
    const begin = () => one.send(BeginSso, { provider: "home", stayLoggedIn: true });
    await expect(begin()).rejects.toMatchObject(isAway);

    odd.tamper = undefined;
    expect((await begin()).url).toContain(odd.issuer);
  });

  test("given metadata that redirects, then the redirect is not followed", async () => {
    const followed: string[] = [];
    odd.tamper = (request, response) => {
      followed.push(request.url ?? "");
      response.writeHead(302, { location: `${odd.issuer}/elsewhere` }).end();
      return true;
    };
    await expect(asked()).rejects.toMatchObject(isAway);
    expect(followed).toEqual(["/.well-known/openid-configuration"]);
  });

  test("given keys that did not sign its token, then it is refused", async () => {
    odd.tamper = (request, response) => {
      if (request.url !== "/jwks") return false;
      response.setHeader("content-type", "application/json").end('{"keys":[]}');
      return true;
    };
    somebody(odd);
    expect(await singleSignOn(other, odd).signIn()).toEqual(refused("failed"));
  });

  test("given it goes away while somebody is there, then it is away; and back, they come in", async () => {
    odd.tamper = undefined;
    const third = await runIdentity({ OIDC_PROVIDERS: "home", ...odd.settings("home") });
    somebody(odd);
    const use = singleSignOn(third, odd);
    const returned = await use.comeBack();
    await odd.leave();
    expect(await use.finish(returned)).toEqual(refused("away"));
    await odd.comeBack();
    tokensOf(await use.signIn());
  });
});
