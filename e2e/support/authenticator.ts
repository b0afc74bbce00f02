import { type CDPSession, expect, type Page } from "@playwright/test";
import { addresses } from "./environment.ts";
import { type Answer, call } from "./call.ts";
import { test as base } from "./test.ts";

/** Chromium's virtual authenticator, which stores passkeys and verifies its user. */
export interface Authenticator {
  /** Makes it fail to verify its user from now on, as for a wrong finger. */
  refuseUser(): Promise<void>;
}

async function addAuthenticator(session: CDPSession): Promise<Authenticator> {
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
  return {
    refuseUser: async () =>
      void (await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false })),
  };
}

/** Tests in a browser that has an {@link Authenticator}. */
export const test = base.extend<{ authenticator: Authenticator }>({
  // A passkey belongs to a host name, which on loopback is localhost.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(addresses().url.replace("127.0.0.1", "localhost")),

  authenticator: [
    async ({ page }, use) => {
      const session = await page.context().newCDPSession(page);
      await use(await addAuthenticator(session));
      // The next journey has the same page (playwright.config.ts), and its own authenticator.
      await session.send("WebAuthn.disable");
    },
    { auto: true },
  ],
});

/** Creates a passkey in the browser, and adds it to the signed-in account. */
export async function addPasskey(page: Page, name: string): Promise<Answer> {
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

/** A passkey in the API. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly last_used_at: string | null;
  readonly synced: boolean;
}

/** The passkeys of the signed-in account. */
export async function passkeysOf(page: Page): Promise<readonly Passkey[]> {
  const { status, body } = await call(page, "GET", "/api/users/me/passkeys");
  expect(status).toBe(200);
  return (body as { passkeys: Passkey[] }).passkeys;
}
