import { createHash, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { openAccount } from "../support/account.ts";
import { violations, violationsOnGradient } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { codeMailedTo } from "../support/mail.ts";
import { inProof } from "../support/proof.ts";
import { expect, signIn, test } from "../support/test.ts";

/** What an extension makes up, and the address it opens. */
function newQuestion(client: "chrome" | "firefox" = "chrome") {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const state = randomBytes(16).toString("base64url");
  return { verifier, state, address: `/connect?${new URLSearchParams({ challenge, state, client })}` };
}

/** What the extension reads off the address of its tab. */
const answerOf = (page: Page): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.slice(1)));

/** The extension's own calls: beside the browser's cookies. */
const trade = (page: Page, code: string | undefined, verifier: string) =>
  page.request.post("/api/auth/connections/token", { data: { code, verifier } });

test("whoever is signed out signs in first, agrees, and finds the extension among the sessions, to end it", async ({
  page,
  playwright,
  baseURL,
  email,
}) => {
  const { verifier, state, address } = newQuestion();
  await page.goto(address);
  await expect(page).toHaveURL("/");
  await page.getByLabel("Your email address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("6-digit code").fill(await codeMailedTo(email));
  await expect(page).toHaveURL(address);
  await expect(page.getByRole("heading", { name: "Connect the browser extension?" })).toBeVisible();
  await expect(page.getByText(`An extension for Chrome asks for access to the archive of ${email}.`)).toBeVisible();

  await page.getByRole("button", { name: "Connect", exact: true }).click();

  await expect(page.getByRole("heading", { name: "Almost done" })).toBeVisible();
  await expect(page.getByText("You can close this tab.")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/connect/done");
  const { code, ...rest } = answerOf(page);
  expect(rest).toEqual({ state });
  const tokens = (await (await trade(page, code, verifier)).json()) as { access_token: string; email: string };
  expect(tokens.email).toBe(email);
  const extension = await playwright.request.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${tokens.access_token}` },
  });
  expect((await extension.get("/api/links/")).status()).toBe(200);

  // Back does not ask once more.
  await page.goBack();
  await expect(page).not.toHaveURL(/\/connect\?/);
  await page.goto("/links");
  const session = (await openAccount(page, "Security")).getByRole("listitem").filter({ hasText: "Chrome extension" });
  await session.getByRole("button", { name: /^Sign out/ }).click();
  await expect(session).toHaveCount(0);
  await expect.poll(async () => (await extension.get("/api/links/")).status()).toBe(401);
  await extension.dispose();
});

test("whoever cancels sends the extension away with nothing", async ({ page, email }) => {
  await signIn(page, email);
  const { state, address } = newQuestion("firefox");
  await page.goto(address);
  await expect(page.getByText("An extension for Firefox asks for access")).toBeVisible();

  await page.getByRole("button", { name: "Cancel", exact: true }).click();

  await expect(page.getByRole("heading", { name: "Not connected" })).toBeVisible();
  expect(answerOf(page)).toEqual({ error: "access_denied", state });
  const { body } = await call(page, "GET", "/api/users/me/sessions");
  expect((body as { sessions: unknown[] }).sessions).toHaveLength(1);
});

test(
  "an address that is not whole is told to be none, signed in or not, and offers no button to agree by",
  inProof,
  async ({ page, email }) => {
    const { address } = newQuestion();
    const broken = [address.replace("challenge=", "challenge=%20"), address.replace("chrome", "edge"), "/connect"];
    for (const signedIn of [false, true]) {
      if (signedIn) await signIn(page, email);
      for (const one of [...broken, `${address}&state=another-state-of-22-chr`]) {
        await page.goto(one);
        await expect(page.getByRole("heading", { name: "The extension can't be connected" })).toBeVisible();
        await expect(page.getByRole("button", { name: "Connect", exact: true })).toHaveCount(0);
      }
    }
  },
);

test(
  "a page that stood open until its access token ran out still connects, and the server's refusal is told",
  inProof,
  async ({ page, email }) => {
    await signIn(page, email);
    const { verifier, address } = newQuestion();
    await page.goto(address);
    const connect = page.getByRole("button", { name: "Connect", exact: true });
    await expect(connect).toBeEnabled();
    await page.context().clearCookies({ name: "satchel_access" });
    await page.route("**/api/auth/connections", (route) => route.fulfill({ status: 503, json: { detail: "busy" } }));
    await connect.click();
    await expect(page.getByRole("alert").getByText("That did not work. Please try again.")).toBeVisible();

    await page.unroute("**/api/auth/connections");
    await connect.click();

    await expect(page.getByRole("heading", { name: "Almost done" })).toBeVisible();
    expect((await trade(page, answerOf(page)["code"], verifier)).status()).toBe(200);
  },
);

test.describe("in a German browser", () => {
  test.use({ locale: "de-DE" });

  test(
    "the question and its ends have no barriers, in German and by keyboard alone, also on a phone",
    inProof,
    async ({ page, email }) => {
      await signIn(page, email);
      const { address } = newQuestion();
      await page.goto(address);
      const connect = page.getByRole("button", { name: "Verbinden", exact: true });
      await expect(connect).toBeEnabled();
      // Nobody agrees by a key that was meant for another page.
      await expect(connect).not.toBeFocused();
      expect(await violationsOnGradient(page)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await expect(connect).toBeFocused();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");

      await expect(page.getByRole("heading", { name: "Nicht verbunden" })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.goto("/connect");
      await expect(page.getByRole("heading", { name: "Die Erweiterung lässt sich nicht verbinden" })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    },
  );
});
