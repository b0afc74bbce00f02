import type { CDPSession, Page } from "@playwright/test";
import { addresses } from "../support/environment.ts";
import { expect, signIn, test as base } from "../support/test.ts";

interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly last_used_at: string | null;
  readonly synced: boolean;
}

/** A phone or laptop that keeps passkeys and verifies its user. */
interface Authenticator {
  readonly authenticatorId: string;
  readonly session: CDPSession;
}

const test = base.extend<{ authenticator: Authenticator }>({
  // A passkey belongs to a host name: on loopback that is localhost, also where the system was given its address.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(addresses().url.replace("127.0.0.1", "localhost")),

  // Chromium's own virtual authenticator, for every test.
  authenticator: [
    async ({ page }, use) => {
      const session = await page.context().newCDPSession(page);
      await session.send("WebAuthn.enable");
      const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
        options: {
          protocol: "ctap2",
          transport: "internal",
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      await use({ authenticatorId, session });
    },
    { auto: true },
  ],
});

/** Calls the API from the page. */
const call = (page: Page, method: string, path: string, body?: unknown) =>
  page.evaluate(
    async ([method, path, body]) => {
      const answer = await fetch(path, {
        method,
        headers: body === null ? {} : { "content-type": "application/json" },
        body,
      });
      const text = await answer.text();
      return { status: answer.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  );

/** Lets the browser make a passkey, and adds it. */
async function addPasskey(page: Page, name: string) {
  const { body } = await call(page, "POST", "/api/users/me/passkeys/options");
  const response = await page.evaluate(
    async (options) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
      return credential.toJSON() as unknown;
    },
    (body as { options: PublicKeyCredentialCreationOptionsJSON }).options,
  );
  return call(page, "POST", "/api/users/me/passkeys", { name, response });
}

/** Lets the browser answer with whatever passkey it has. */
async function answerWithPasskey(page: Page): Promise<unknown> {
  const { body } = await call(page, "POST", "/api/auth/passkey/options");
  return page.evaluate(
    async (options) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
      const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
      return credential.toJSON() as unknown;
    },
    (body as { options: PublicKeyCredentialRequestOptionsJSON }).options,
  );
}

const signInWithPasskey = async (page: Page) =>
  call(page, "POST", "/api/auth/passkey", { response: await answerWithPasskey(page) });

const passkeysOf = async (page: Page) =>
  ((await call(page, "GET", "/api/users/me/passkeys")).body as { passkeys: Passkey[] }).passkeys;

async function signOut(page: Page): Promise<void> {
  await call(page, "POST", "/api/auth/logout");
  await page.goto("/");
  expect((await call(page, "GET", "/api/users/me")).status).toBe(401);
}

test("a person adds a passkey, signs in with nothing else, and after removing it can't any more", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const added = await addPasskey(page, "This laptop");
  expect(added).toMatchObject({ status: 201, body: { name: "This laptop", last_used_at: null } });
  expect(await passkeysOf(page)).toEqual([added.body]);

  await signOut(page);
  expect(await signInWithPasskey(page)).toMatchObject({ status: 200, body: { token_type: "bearer" } });
  expect(await call(page, "GET", "/api/users/me")).toMatchObject({ body: { sender_emails: [{ email }] } });
  await page.goto("/links");
  await expect(page.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();

  const [passkey] = await passkeysOf(page);
  expect(passkey?.last_used_at).not.toBeNull();
  expect((await call(page, "DELETE", `/api/users/me/passkeys/${passkey?.id}`)).status).toBe(204);
  expect(await passkeysOf(page)).toEqual([]);
  expect((await call(page, "DELETE", `/api/users/me/passkeys/${passkey?.id}`)).status).toBe(404);
  await signOut(page);
  expect(await signInWithPasskey(page)).toMatchObject({
    status: 401,
    body: { detail: "This passkey was not accepted. Please try again." },
  });
});

test("a device that has a passkey of the account is not asked to make another", async ({ page, email }) => {
  await signIn(page, email);
  expect((await addPasskey(page, "This laptop")).status).toBe(201);

  await expect(addPasskey(page, "Again")).rejects.toThrow("InvalidStateError");
});

test("an answer of the authenticator signs in once", async ({ page, email }) => {
  await signIn(page, email);
  await addPasskey(page, "This laptop");
  await signOut(page);

  const response = await answerWithPasskey(page);
  expect((await call(page, "POST", "/api/auth/passkey", { response })).status).toBe(200);
  expect((await call(page, "POST", "/api/auth/passkey", { response })).status).toBe(401);
});

test("an authenticator that does not verify its user makes no passkey", async ({ page, email, authenticator }) => {
  const { authenticatorId, session } = authenticator;
  await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await signIn(page, email);

  await expect(addPasskey(page, "This laptop")).rejects.toThrow("NotAllowedError");
});
