import type { Page } from "@playwright/test";
import { addPasskey, passkeysOf, test } from "../support/authenticator.ts";
import { call, signOut } from "../support/call.ts";
import { inProof } from "../support/proof.ts";
import { expect, signIn } from "../support/test.ts";

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

test("a device that has a passkey of the account is not asked to make another", inProof, async ({ page, email }) => {
  await signIn(page, email);
  expect((await addPasskey(page, "This laptop")).status).toBe(201);

  await expect(addPasskey(page, "Again")).rejects.toThrow("InvalidStateError");
});

test("an answer of the authenticator signs in once", inProof, async ({ page, email }) => {
  await signIn(page, email);
  await addPasskey(page, "This laptop");
  await signOut(page);

  const response = await answerWithPasskey(page);
  expect((await call(page, "POST", "/api/auth/passkey", { response })).status).toBe(200);
  expect((await call(page, "POST", "/api/auth/passkey", { response })).status).toBe(401);
});

test(
  "an authenticator that does not verify its user makes no passkey",
  inProof,
  async ({ page, email, authenticator }) => {
    await authenticator.refuseUser();
    await signIn(page, email);

    await expect(addPasskey(page, "This laptop")).rejects.toThrow("NotAllowedError");
  },
);
