import type { Page } from "@playwright/test";
import { CODES_PER_ADDRESS, texts } from "@satchel/contracts";
import { STAY } from "../../web/src/session/flags.ts";
import { call } from "../support/call.ts";
import { codeMailedTo, codesMailedTo } from "../support/mail.ts";
import { inProof } from "../support/proof.ts";
import { expect, row, signIn, test } from "../support/test.ts";

test("a person signs in with nothing but an address and the mailed code", async ({ page, email }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Mail it now.");
  await expect(page.getByText("save@satchel.example", { exact: true }).first()).toBeVisible();
  await expect(page.getByLabel("Stay logged in")).toBeChecked();

  await page.getByLabel("Your email address").fill(email);
  await page.keyboard.press("Enter");

  await expect(page.getByText(`We sent a 6-digit code to ${email}. It is valid for 15 minutes.`)).toBeVisible();
  await expect(page.getByRole("link", { name: "outbox" })).toHaveAttribute("href", "/outbox");
  const code = await codeMailedTo(email);
  const submit = page.getByRole("button", { name: "Sign in" });
  await page.getByLabel("6-digit code").fill(code.slice(0, 5));
  await expect(submit).toBeDisabled();
  // It goes by itself with its last digit.
  await page.getByLabel("6-digit code").fill(`${code.slice(0, 3)} ${code.slice(3)}`);

  await expect(page).toHaveURL("/links");
  await expect(page.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();
});

test("after too many codes for an address, the page says how long to wait", async ({ page, email }) => {
  await page.goto("/");
  for (let codes = 0; codes < CODES_PER_ADDRESS; codes++) {
    const asked = await call(page, "POST", "/api/auth/register", { email, stay_logged_in: true });
    expect(asked.status).toBe(200);
  }
  await page.getByLabel("Your email address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Failed to process request. Please try again.", { exact: true })).toBeVisible();
  await expect(page.getByRole("alert").getByText(/^There were too many tries\. Wait 1\d minutes\.$/)).toBeVisible();
});

test("a wrong code says so, and another can be sent", async ({ page, email }) => {
  await page.goto("/");
  await page.getByLabel("Your email address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  const first = await codeMailedTo(email);
  const input = page.getByLabel("6-digit code");
  await input.fill(first === "111111" ? "222222" : "111111");
  await expect(page.getByRole("alert").first()).toHaveText("Invalid or expired verification code. Please try again.");

  await page.clock.install();
  await page.getByRole("button", { name: "Resend code", exact: true }).click();
  await expect(page.getByText("A new code is on its way.")).toBeVisible();
  await expect(input).toHaveValue("");
  const second = await codeMailedTo(email, [first]);

  // Whoever is impatient is told for how long to wait, and asks for nothing meanwhile.
  const waiting = page.getByRole("button", { name: /^Resend code in \d+ s$/ });
  await expect(waiting).toBeDisabled();
  await waiting.click({ force: true });
  await page.clock.fastForward(31_000);
  await expect(page.getByRole("button", { name: "Resend code", exact: true })).toBeEnabled();
  expect((await codesMailedTo(email)).toSorted()).toEqual([first, second].toSorted());
  await input.fill(second);
  await expect(page).toHaveURL("/links");
});

test("back to email begins again", inProof, async ({ page, email }) => {
  await page.goto("/");
  await page.getByLabel("Stay logged in").uncheck();
  await page.getByLabel("Your email address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Back to email" }).click();
  await expect(page.getByLabel("Your email address")).toHaveValue("");
  await expect(page.getByLabel("Your email address")).toBeFocused();
  await expect(page.getByLabel("Stay logged in")).toBeChecked();
});

test("each step that fails says in its own words what did not work", inProof, async ({ page, email }) => {
  const alert = page.getByRole("alert").first();
  const breaks = (path: string, status: number) =>
    page.route(path, (route) => route.fulfill({ status, json: { detail: "broken" } }), { times: 1 });
  // Interception stays on throughout: while it is being turned off, a request can slip through to the server.
  await page.route("**/api/none", (route) => route.abort());
  await page.goto("/");
  const address = page.getByLabel("Your email address");
  await address.fill(email);
  await breaks("**/api/auth/register", 500);
  await page.keyboard.press("Enter");
  await expect(alert).toHaveText("Failed to process request. Please try again.");
  await page.route("**/api/auth/register", (route) => route.fulfill({ json: { status: "other" } }), { times: 1 });
  await address.press("Enter");
  await expect(alert).toHaveText("Unexpected response from server");
  await expect(address).toHaveValue(email);

  await address.press("Enter");
  await breaks("**/api/auth/verify-email", 500);
  await page.getByLabel("6-digit code").fill("407219");
  await expect(alert).toHaveText("Verification failed. Please try again.");
  await breaks("**/api/auth/resend-code", 429);
  await page.getByRole("button", { name: "Resend code", exact: true }).click();
  await expect(alert).toHaveText("Failed to resend code. Please try again.");
  const code = await codeMailedTo(email);
  await page.getByLabel("6-digit code").fill(code.slice(0, 5));
  await expect(alert).toBeEmpty();
  await page.route("**/api/auth/verify-email", (route) => route.fulfill({ json: {} }), { times: 1 });
  await page.getByLabel("6-digit code").fill(code);
  await expect(alert).toHaveText("Unexpected response from server");
  // The button tries the same code again.
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/links");
});

test("the archive is for those who are signed in, and the landing page for those who are not", async ({
  page,
  email,
}) => {
  await page.goto("/links");
  await expect(page).toHaveURL("/");

  await signIn(page, email);
  await page.goto("/");
  await expect(page).toHaveURL("/links");

  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/links");
  await expect(page).toHaveURL("/");
});

/** How the page was loaded last. */
const openedBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => performance.getEntriesByType("navigation").map((entry) => entry.toJSON().type));

test("when somebody else signs in in one tab, then another one loads again, and nothing of before is left in it", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const other = await page.context().newPage();
  await other.goto("/links");
  await other.getByRole("button", { name: "Settings", exact: true }).click();
  await expect(other.getByRole("dialog").getByText(email).first()).toBeVisible();
  const next = `next-${email}`;
  await signIn(page, next);
  await expect.poll(() => openedBy(other)).toEqual(["reload"]);
  await expect(other).toHaveURL("/links");
  await expect(other.getByRole("dialog")).toBeHidden();
  await expect(other.getByText(next, { exact: true })).toBeVisible();
  await expect(other.getByText(email, { exact: true })).toBeHidden();
});

test("an address that leads nowhere leads home", inProof, async ({ page }) => {
  await page.goto("/nowhere");
  await page.getByRole("link", { name: "Go home" }).click();
  await expect(page).toHaveURL("/");
});

test("when the session ends while somebody writes, then signing in leads back, and what was typed is saved", async ({
  page,
  person,
}) => {
  await (await person.saves("Tides")).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Details" }).click();
  const notes = page.getByRole("textbox", { name: "Notes" });
  await expect(notes).toBeVisible();
  const address = page.url();
  // Ended by what saves the notes: whatever else the page asked for would end it before they are typed.
  let hasEnded = false;
  await page.route("**/api/links/*", async (route) => {
    if (hasEnded || route.request().method() !== "PATCH") return route.continue();
    hasEnded = true;
    await page.context().clearCookies();
    await route.fulfill({ status: 401, json: { detail: "Not authenticated" } });
  });
  await notes.fill("A long thought");
  await expect(page.getByText("Your session has ended. Sign in to go on where you were.")).toBeVisible();
  await expect(page.getByText("An unexpected error occurred.")).toBeHidden();

  const before = await codesMailedTo(person.email);
  await page.getByLabel("Your email address").fill(person.email);
  await page.keyboard.press("Enter");
  await page.getByLabel("6-digit code").fill(await codeMailedTo(person.email, before));
  await expect(page).toHaveURL(address);
  // Nothing of the session before is in the page's memory.
  expect(await openedBy(page)).toEqual(["reload"]);
  await expect(notes).toHaveValue("A long thought");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
});

test("a code that is being checked is seen to be, and is sent once", async ({ page, email }) => {
  await page.goto("/");
  await page.getByLabel("Your email address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  const field = page.getByLabel("6-digit code");
  await expect(field).toBeVisible();
  let letThrough: () => void = () => undefined;
  const passage = new Promise<void>((resolve) => (letThrough = resolve));
  let sent = 0;
  await page.route("**/api/auth/verify-email", async (route) => {
    sent += 1;
    await passage;
    await route.continue();
  });
  await field.fill(await codeMailedTo(email));
  const button = page.getByRole("button", { name: "Sign in", exact: true });
  await expect(button).toHaveAttribute("aria-busy", "true");
  await button.click();
  letThrough();
  await expect(page).toHaveURL("/links");
  expect(sent).toBe(1);
});

for (const [who, answer] of [
  ["a proxy without its server", { status: 503, contentType: "text/html", body: "<h1>503 Service Unavailable</h1>" }],
  ["a server without its bus", { status: 503, json: { detail: texts.server.unavailable } }],
] as const) {
  test(`a session outlives ${who}: the page says that it can't be reached, and opens by itself later`, async ({
    page,
    person,
  }) => {
    await person.saves("Rye bread");
    // A session that stores nothing for reading offline.
    await page.evaluate((key) => localStorage.setItem(key, `brief.${Date.now()}`), STAY);
    await page.route(/\/api\/(users\/me\/status|auth\/refresh-token)$/, (route) => route.fulfill(answer));
    await page.reload();
    await expect(page.getByText("Satchel can't be reached right now.")).toBeVisible();
    await page.unrouteAll();
    await expect(page).toHaveURL("/links");
    await expect(row(page, "Rye bread")).toBeVisible();
  });
}
