import { randomUUID } from "node:crypto";
import { startIdentityProvider, type TestProvider } from "@satchel/identity/test/identity-provider.ts";
import { cleanUp } from "@satchel/testing";
import { violations } from "../support/axe.ts";
import { addresses, publish } from "../support/environment.ts";
import { codeMailedTo } from "../support/mail.ts";
import { startSystem, type System } from "../support/system.ts";
import { expect, test } from "../support/test.ts";

// A system of their own, for the others know no identity provider.
const shared = addresses();
let provider: TestProvider;
let system: System | undefined;

// oxlint-disable-next-line no-empty-pattern
test.use({ otherSite: async ({}, use) => use(() => provider.issuer) });
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  system = await startSystem(shared.siteUrl, async (publicUrl) => {
    provider = await startIdentityProvider({ publicUrl });
    return { OIDC_PROVIDERS: "home", ...provider.settings("home") };
  });
  publish(system.addresses);
});
test.afterAll(async () => {
  publish(shared);
  await system?.remove();
  await cleanUp();
});

test("a person signs in with a provider, is told why it failed, and proves an account that exists", async ({
  page,
  email,
}) => {
  const others = { sub: randomUUID(), email: `other-${email}`, email_verified: false };
  const way = page.getByRole("link", { name: "Continue with The home" });
  // A browser that has not been at the provider.
  const comeFresh = async (): Promise<void> => {
    await page.context().clearCookies();
    await page.goto("/");
  };
  await page.goto("/");
  await expect(way).toBeVisible();
  expect(await violations(page)).toEqual([]);

  provider.person = others;
  await way.click();
  await expect(page.getByRole("alert").first()).toHaveText(
    "The home does not vouch for your email address, so it can't open an account here.",
  );
  await expect(page).toHaveURL("/");

  provider.person = { sub: randomUUID(), email, email_verified: true };
  await comeFresh();
  await way.click();
  await expect(page).toHaveURL("/links");
  await page.goto("/links");
  await expect(page.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();

  // The same address, as somebody else of the provider: by the address alone nobody comes in.
  provider.person = { sub: randomUUID(), email, email_verified: true };
  await comeFresh();
  await way.click();
  await expect(page.getByRole("heading", { name: "Is this your account?" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel("6-digit code").fill(await codeMailedTo(email));
  await expect(page).toHaveURL("/links");
});
