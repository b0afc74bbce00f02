import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { addresses } from "../support/environment.ts";
import { codeMailedTo, codesMailedTo } from "../support/mail.ts";
import { expect, signIn, test } from "../support/test.ts";

const PASSWORD = "brass-buckle & strap";
const NEW_PASSWORD = "a quite different strap";

/** Calls the API from the page. */
const post = (page: Page, path: string, body: unknown = {}) =>
  page.evaluate(
    async ([path, body]) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(path, { method: "POST", headers, body });
      return { status: answer.status, body: (answer.status === 204 ? null : await answer.json()) as unknown };
    },
    [path, JSON.stringify(body)] as const,
  );

/** An account with a password, signed out, with the landing page in front of it. */
async function signedOutWithPassword(page: Page, email: string): Promise<void> {
  await signIn(page, email);
  expect((await post(page, "/api/auth/set-password", { new_password: PASSWORD })).status).toBe(200);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
}

async function enterAddress(page: Page, email: string): Promise<void> {
  await page.getByLabel("Your e-mail address").fill(email);
  await page.keyboard.press("Enter");
}

const password = (page: Page) => page.getByLabel("Password", { exact: true });

/** What axe finds, as lines that can be read, on both ends of the gradient behind the page. */
async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const ground of ["var(--paper)", "var(--accent-soft)"]) {
    const behind = page.locator(".land, .solo");
    await behind.evaluate((element: HTMLElement, color) => (element.style.background = color), ground);
    const { violations } = await new AxeBuilder({ page }).analyze();
    found.push(...violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`)));
  }
  return found;
}

test("a person with a password signs in by it, and may look at it first", async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  const mailed = await codesMailedTo(email);
  await enterAddress(page, email);

  await expect(page.getByText(email)).toBeVisible();
  await expect(password(page)).toBeFocused();
  await expect(page.getByLabel("Stay logged in")).toBeChecked();
  await password(page).fill(PASSWORD);
  await expect(password(page)).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password(page)).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(password(page)).toHaveAttribute("type", "password");
  await password(page).press("Enter");

  await expect(page).toHaveURL("/links");
  await expect(page.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();
  expect(await codesMailedTo(email)).toEqual(mailed);
});

test("a wrong password says so, and the right one still signs in", async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  await enterAddress(page, email);
  await password(page).fill("not the one");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();

  await expect(page.getByRole("alert").first()).toHaveText("Invalid email or password");
  await expect(page).toHaveURL("/");
  await password(page).fill(PASSWORD);
  await expect(page.getByRole("alert").first()).toBeEmpty();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/links");
});

test("without a password nothing is sent, and back to email begins again", async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  await enterAddress(page, email);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  await password(page).press("Enter");
  await page.getByRole("button", { name: "Back to email" }).click();

  await expect(page.getByLabel("Your e-mail address")).toHaveValue("");
  expect(sent.filter((url) => url.includes("/api/auth/"))).toEqual([]);
});

test("what the server should not answer is said to be unexpected", async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  await enterAddress(page, email);
  await page.route("**/api/auth/token", (route) => route.fulfill({ json: { token_type: "bearer" } }));
  await password(page).fill(PASSWORD);
  await password(page).press("Enter");

  await expect(page.getByRole("alert").first()).toHaveText("Unexpected response from server");
  await expect(page).toHaveURL("/");
});

test("a sign-in that needs the address proved goes on with the mailed code", async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  await enterAddress(page, email);
  await page.route("**/api/auth/token", (route) =>
    route.fulfill({ status: 401, json: { detail: "Email verification required" } }),
  );
  await password(page).fill(PASSWORD);
  await password(page).press("Enter");

  await expect(page.getByText(`We sent a 6-digit code to ${email}.`)).toBeVisible();
});

test("a forgotten password is replaced by way of a mailed code", async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  await enterAddress(page, email);
  const before = await codesMailedTo(email);
  await page.getByRole("button", { name: "Forgot password?" }).click();

  await expect(page).toHaveURL(`/reset-password?email=${encodeURIComponent(email)}`);
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await expect(page.getByLabel("6-digit code")).toBeFocused();
  const submit = page.getByRole("button", { name: "Reset password" });
  const fields = [page.getByLabel("New password"), page.getByLabel("Confirm password")] as const;
  const code = await codeMailedTo(email, before);

  await page.getByLabel("6-digit code").fill(code === "111111" ? "222222" : "111111");
  await fields[0].fill("short");
  await expect(submit).toBeDisabled();
  await fields[1].fill("shirt");
  await submit.click();
  await expect(page.getByRole("alert").first()).toHaveText("Passwords do not match");
  await fields[1].fill("short");
  await submit.click();
  await expect(page.getByRole("alert").first()).toHaveText("Password must be at least 6 characters long");

  for (const field of fields) await field.fill(NEW_PASSWORD);
  await submit.click();
  await expect(page.getByRole("alert").first()).toHaveText("Invalid or expired reset code. Please request a new one.");
  await page.getByLabel("6-digit code").fill(code.slice(0, 5));
  await expect(submit).toBeDisabled();
  await page.getByLabel("6-digit code").fill(code);
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "Password Reset Successful" })).toBeVisible();
  await expect(page).toHaveURL("/");
  await enterAddress(page, email);
  await password(page).fill(PASSWORD);
  await password(page).press("Enter");
  await expect(page.getByRole("alert").first()).toHaveText("Invalid email or password");
  await password(page).fill(NEW_PASSWORD);
  await password(page).press("Enter");
  await expect(page).toHaveURL("/links");
});

test("whoever resets the password while signed in has to sign in again", async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  await enterAddress(page, email);
  await password(page).fill(PASSWORD);
  await password(page).press("Enter");
  await expect(page).toHaveURL("/links");
  const before = await codesMailedTo(email);
  expect((await post(page, "/api/auth/request-password-reset", { email })).status).toBe(200);

  await page.goto(`/reset-password?email=${encodeURIComponent(email)}`);
  await page.getByLabel("6-digit code").fill(await codeMailedTo(email, before));
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByLabel("Confirm password").fill(NEW_PASSWORD);
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "Password Reset Successful" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Login" }).click();
  await expect(page.getByLabel("Your e-mail address")).toBeVisible();
});

test("a reset code that can't be asked for says so", async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  await enterAddress(page, email);
  await page.route("**/api/auth/request-password-reset", (route) => route.abort());
  await page.getByRole("button", { name: "Forgot password?" }).click();

  await expect(page.getByRole("alert").first()).toHaveText("Failed to send reset code. Please try again.");
  await expect(page).toHaveURL("/");
});

test("the reset page without an address asks for it, and leads back", async ({ page }) => {
  await page.goto("/reset-password");
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.getByRole("link", { name: "Back to Login" }).click();
  await expect(page.getByLabel("Your e-mail address")).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });

    test("the password field and the reset page have no barriers", async ({ page, email }) => {
      await signedOutWithPassword(page, email);
      await enterAddress(page, email);
      await password(page).fill("not the one");
      expect(await violations(page)).toEqual([]);
      await password(page).press("Enter");
      await expect(page.getByRole("alert").first()).toHaveText("Invalid email or password");
      expect(await violations(page)).toEqual([]);

      const before = await codesMailedTo(email);
      await page.getByRole("button", { name: "Forgot password?" }).click();
      await page.getByLabel("6-digit code").fill(await codeMailedTo(email, before));
      expect(await violations(page)).toEqual([]);
      await page.getByLabel("New password").fill(NEW_PASSWORD);
      await page.getByLabel("Confirm password").fill("another");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("alert").first()).toHaveText("Passwords do not match");
      expect(await violations(page)).toEqual([]);

      // The page goes on after two seconds; a clock that stands still leaves time to look.
      await page.clock.install();
      await page.getByLabel("Confirm password").fill(NEW_PASSWORD);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: "Password Reset Successful" })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  });
}

test.describe("with a passkey", () => {
  // A passkey belongs to a host name: on loopback that is localhost, also where the system was given its address.
  // oxlint-disable-next-line no-empty-pattern
  test.use({ baseURL: async ({}, use) => use(addresses().url.replace("127.0.0.1", "localhost")) });

  /** Gives the browser a device that keeps passkeys; resolves to what makes it refuse to verify its user. */
  async function withAuthenticator(page: Page): Promise<() => Promise<void>> {
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
    return async () =>
      void (await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false }));
  }

  async function addPasskey(page: Page): Promise<void> {
    const { body } = await post(page, "/api/users/me/passkeys/options");
    const response = await page.evaluate(
      async (options) => {
        const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
        const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
        return credential.toJSON() as unknown;
      },
      (body as { options: PublicKeyCredentialCreationOptionsJSON }).options,
    );
    expect((await post(page, "/api/users/me/passkeys", { response })).status).toBe(201);
  }

  async function signedOutWithPasskey(page: Page, email: string): Promise<void> {
    await signIn(page, email);
    await addPasskey(page);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL("/");
  }

  const button = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });

  test("a person signs in without typing anything", async ({ page, email }) => {
    await withAuthenticator(page);
    await signedOutWithPasskey(page, email);
    await button(page).click();

    await expect(page).toHaveURL("/links");
    await expect(page.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();
  });

  test("a person who declines is told so, and stays", async ({ page, email }) => {
    const refuseUser = await withAuthenticator(page);
    await signedOutWithPasskey(page, email);
    await refuseUser();
    await button(page).click();

    await expect(page.getByRole("alert").first()).toHaveText(
      "No passkey was used. Try again, or continue with your e-mail address.",
    );
    await expect(page).toHaveURL("/");
  });

  test("a passkey that was removed from the account is refused in words", async ({ page, email }) => {
    await withAuthenticator(page);
    await signIn(page, email);
    await addPasskey(page);
    await page.evaluate(async () => {
      const { passkeys } = (await (await fetch("/api/users/me/passkeys")).json()) as { passkeys: { id: string }[] };
      for (const { id } of passkeys) await fetch(`/api/users/me/passkeys/${id}`, { method: "DELETE" });
    });
    await page.getByRole("button", { name: "Sign out" }).click();
    await button(page).click();

    await expect(page.getByRole("alert").first()).toHaveText("This passkey was not accepted. Please try again.");
    await expect(page).toHaveURL("/");
  });

  test("a browser without passkeys offers none", async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
    await page.goto("/");
    await expect(page.getByLabel("Your e-mail address")).toBeVisible();
    await expect(button(page)).toHaveCount(0);
  });
});
