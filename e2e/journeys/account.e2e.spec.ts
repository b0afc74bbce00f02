import type { BrowserContext, Page } from "@playwright/test";
import { accountDialog, openAccount, said } from "../support/account.ts";
import { violations } from "../support/axe.ts";
import { confirmationMailedTo } from "../support/mail.ts";
import { inProof } from "../support/proof.ts";
import { expect, fromSomewhere, signIn, test } from "../support/test.ts";

// Long journeys, on a machine that may be busy.
const PASSWORD = "brass-buckle & strap";

/** The session's access token has run out; the refresh token has not. */
async function accessRunsOut(context: BrowserContext): Promise<void> {
  await context.clearCookies({ name: /^(__Host-)?satchel_access$/ });
}

test("the account is shown at a glance, and its tabs are reached by pointer and by keyboard", async ({
  page,
  person,
}) => {
  await person.saves("A page that counts");
  const settings = page.getByRole("button", { name: "Settings", exact: true });
  await settings.click();
  const dialog = accountDialog(page);
  const facts = dialog.locator(".facts > div");
  const today = new Intl.DateTimeFormat("en", { dateStyle: "long" }).format(new Date());
  await expect(facts).toHaveText([
    "Total links1",
    "Favorite links0",
    `Primary email${person.email}`,
    /^Account created/,
  ]);
  await expect(facts.last()).toContainText(today);

  for (const name of ["Email addresses", "Security", "Help"] as const) {
    await dialog.getByRole("tab", { name: "General", exact: true }).click();
    await dialog.getByRole("tabpanel").getByRole("button", { name }).click();
    await expect(dialog.getByRole("tabpanel", { name, exact: true })).toBeVisible();
    await expect(dialog.getByRole("tab", { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("tab", { name: "General", exact: true })).toBeFocused();
  await page.keyboard.press("End");
  await expect(dialog.getByRole("tabpanel", { name: "Help", exact: true })).toBeVisible();
  await expect(dialog.getByText("Send it from one of your addresses to save@satchel.example.")).toBeVisible();
  await expect(dialog.getByText("we typically reply within 24 hours")).toBeVisible();
  await expect(dialog.getByRole("link", { name: "help@satchel.example", exact: true })).toHaveAttribute(
    "href",
    "mailto:help@satchel.example",
  );
  for (const asked of ["What is wrong", "The steps", "Browser and system", "Error messages"]) {
    await expect(dialog.getByText(asked, { exact: true })).toBeVisible();
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(settings).toBeFocused();
});

test("light and language are chosen in the account, stay, and signing out leads to the landing page", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await openAccount(page, "General");
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
  await page.getByRole("button", { name: "Deutsch", exact: true }).click();
  await expect(page.getByRole("tab", { name: "E-Mail-Adressen", exact: true })).toBeVisible();
  await page.reload();
  await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
  await page.getByRole("button", { name: "Einstellungen", exact: true }).click();
  await page.getByRole("button", { name: "English", exact: true }).click();
  await page.getByRole("button", { name: "System", exact: true }).click();
  await expect(page.locator("html")).toHaveCSS("color-scheme", "light dark");

  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/links");
  await expect(page).toHaveURL("/");
});

test("an address is added, confirmed by its mailed link, and deleted", async ({ page, email }) => {
  await signIn(page, email);
  const dialog = await openAccount(page, "Email addresses");
  const rows = dialog.getByRole("list", { name: "Your addresses" }).getByRole("listitem");
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(`${email}`);
  await expect(rows.first().getByText("Primary", { exact: true })).toBeVisible();
  await expect(rows.first().getByRole("button")).toHaveCount(0);

  const field = dialog.getByLabel("Add an address");
  for (const none of ["", "anna@elsewhere", "anna at post.example"]) {
    await field.fill(none);
    await field.press("Enter");
    await expect(said(dialog)).toHaveText("Please enter a valid email address.");
    await expect(field).toBeFocused();
  }
  await field.fill(email.toUpperCase());
  await field.press("Enter");
  await expect(said(dialog)).toHaveText(`${email} is already one of your addresses.`);

  const other = email.replace("anna", "work");
  await field.fill(other);
  await field.press("Enter");
  await expect(said(dialog)).toContainText("Email added successfully!");
  await expect(field).toHaveValue("");
  await expect(rows.nth(1).getByText("Pending", { exact: true })).toBeVisible();
  await expect(rows.nth(1)).toContainText("valid for 24 hours");

  const confirmation = await page.context().newPage();
  await confirmation.goto(await confirmationMailedTo(other));
  const confirm = confirmation.getByRole("button", { name: /confirm/i });
  if (await confirm.isVisible()) await confirm.click();
  await expect(rows.nth(1).getByText("Pending", { exact: true })).toBeHidden();
  await confirmation.close();

  await rows
    .nth(1)
    .getByRole("button", { name: `Delete ${other}`, exact: true })
    .click();
  await expect(said(dialog)).toHaveText("Email removed successfully!");
  await expect(rows).toHaveCount(1);
});

test("a password is set, changed and removed, also when the access token has run out", async ({ page, email }) => {
  await signIn(page, email);
  const dialog = await openAccount(page, "Security");
  const [fresh, again] = [
    dialog.getByLabel("New password", { exact: true }),
    dialog.getByLabel("Confirm new password"),
  ];
  await expect(dialog.getByRole("button", { name: "Set password", exact: true })).toBeDisabled();
  await fresh.fill(PASSWORD);
  await again.fill("something else");
  await again.press("Enter");
  await expect(said(dialog)).toHaveText("New passwords do not match.");
  await fresh.fill("short");
  await again.fill("short");
  await again.press("Enter");
  await expect(said(dialog)).toHaveText("Password must be at least 6 characters long");
  await fresh.fill(PASSWORD);
  await again.fill(PASSWORD);
  await accessRunsOut(page.context());
  await again.press("Enter");
  await expect(said(dialog)).toContainText("Password set successfully!");

  const old = dialog.getByLabel("Current password");
  const change = dialog.getByRole("button", { name: "Change password", exact: true });
  await expect(change).toBeDisabled();
  await old.fill("not the one");
  await fresh.fill("a new one, longer");
  await again.fill("a new one, longer");
  await change.click();
  await expect(said(dialog)).toHaveText("Invalid old password.");
  await old.fill(PASSWORD);
  await accessRunsOut(page.context());
  await change.click();
  await expect(said(dialog)).toContainText("Password changed successfully!");
  await expect(old).toHaveValue("");

  await dialog.getByRole("button", { name: "Remove password…", exact: true }).click();
  const ask = page.getByRole("dialog", { name: "Remove password", exact: true });
  const remove = ask.getByRole("button", { name: "Remove password", exact: true });
  await expect(ask.getByLabel("Current password")).toBeFocused();
  await expect(remove).toBeDisabled();
  await page.keyboard.type(PASSWORD);
  await remove.click();
  await expect(said(ask)).toHaveText("Invalid old password.");
  await page.keyboard.press("Escape");
  await expect(ask).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Remove password…", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(ask.getByLabel("Current password")).toBeFocused();
  await page.keyboard.type("a new one, longer");
  await page.keyboard.press("Enter");
  await expect(said(dialog)).toContainText("Password removed successfully!");
  await expect(dialog.getByRole("button", { name: "Set password", exact: true })).toBeVisible();
});

test("other places are signed out, one by one and all at once", inProof, async ({ page, email, browser, baseURL }) => {
  await signIn(page, email);
  const elsewhere = async (): Promise<Page> => {
    const context = await browser.newContext({ baseURL: baseURL ?? "", extraHTTPHeaders: fromSomewhere() });
    const other = await context.newPage();
    await signIn(other, email);
    return other;
  };
  const others = [await elsewhere(), await elsewhere(), await elsewhere()];
  const dialog = await openAccount(page, "Security");
  const rows = dialog.getByRole("list", { name: "Where you are signed in" }).getByRole("listitem");
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText("Chrome on Linux");
  await expect(rows.first().getByText("This device", { exact: true })).toBeVisible();
  await expect(rows.first().getByRole("button")).toHaveCount(0);

  await rows
    .nth(1)
    .getByRole("button", { name: /^Sign out / })
    .click();
  await expect(said(dialog)).toHaveText("That device was signed out.");
  await expect(rows).toHaveCount(3);
  await dialog.getByRole("button", { name: "Sign out everywhere else", exact: true }).click();
  await expect(said(dialog)).toHaveText("2 other devices were signed out.");
  await expect(rows).toHaveCount(1);
  for (const other of others) {
    await expect(other).toHaveURL("/");
    await other.context().close();
  }
  await page.reload();
  await expect(page).toHaveURL("/links");
});

test("an account is deleted by whoever types DELETE, and nothing of it is left", async ({ page, person }) => {
  await person.saves("A page that will be lost");
  const dialog = await openAccount(page, "Security");
  await dialog.getByRole("button", { name: "Delete account…", exact: true }).click();
  const ask = page.getByRole("alertdialog", { name: "Delete account", exact: true });
  const erase = ask.getByRole("button", { name: "Delete account", exact: true });
  await expect(ask.getByRole("listitem")).toHaveText([
    "Your link",
    "Your email address",
    "Your folders, tags, copies of pages, highlights and settings",
  ]);
  const field = ask.getByLabel("Type DELETE to confirm");
  await expect(field).toBeFocused();
  for (const text of ["DELET", "delete", "DELETE "]) {
    await field.fill(text);
    await expect(erase).toBeDisabled();
  }
  await page.route("**/api/users/me", (route) =>
    route.request().method() === "DELETE" ? route.fulfill({ status: 503, json: { detail: "" } }) : route.continue(),
  );
  await field.fill("DELETE");
  await erase.click();
  await expect(said(ask)).toHaveText("Failed to delete account.");
  await page.unroute("**/api/users/me");
  let answer = (): void => undefined;
  const isSeen = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/users/me", async (route) => {
    if (route.request().method() !== "DELETE") return route.continue();
    const response = await route.fetch();
    await isSeen;
    await route.fulfill({ response });
  });
  await page.evaluate(() =>
    new MutationObserver(() => {
      if (document.body.textContent.includes("Your session has ended")) document.body.dataset["isLost"] = "";
    }).observe(document.body, { childList: true, subtree: true }),
  );
  // The server ends the session before it answers.
  const isOver = page.waitForResponse((response) => response.status() === 401);
  await erase.click();
  await isOver;
  await expect(ask).toBeVisible();
  answer();
  await expect(page.getByText("Your account is deleted")).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(page.locator("body[data-is-lost]")).toHaveCount(0);
  await page.goto("/links");
  await expect(page).toHaveURL("/");

  await signIn(page, person.email);
  await expect(page.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();
});

test(
  "the account and what it asks have no barriers, in the light and in the dark",
  inProof,
  async ({ page, email }) => {
    await signIn(page, email);
    const dialog = await openAccount(page, "General");
    await expect(dialog.locator(".facts")).toContainText(email);
    expect(await violations(page)).toEqual([]);
    await openAccount(page, "Email addresses");
    await dialog.getByLabel("Add an address").fill(email.replace("anna", "work"));
    await page.keyboard.press("Enter");
    await expect(said(dialog)).toContainText("Email added successfully!");
    expect(await violations(page)).toEqual([]);
    await openAccount(page, "Security");
    await dialog.getByRole("button", { name: "Add a passkey", exact: true }).click();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Delete account…", exact: true }).click();
    await page.keyboard.type("DELETE");
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await openAccount(page, "Apps and tokens");
    await dialog.getByRole("button", { name: "Create a token", exact: true }).click();
    expect(await violations(page)).toEqual([]);
    await openAccount(page, "Help");
    expect(await violations(page)).toEqual([]);
  },
);

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the selected tab is whole in sight", async ({ page, email }) => {
    await signIn(page, email);
    await page.getByRole("button", { name: "Folders", exact: true }).click();
    const dialog = await openAccount(page, "General");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "End", "Home"]) {
      await page.keyboard.press(key);
      await expect(dialog.getByRole("tab", { selected: true })).toBeInViewport({ ratio: 1 });
    }
  });

  test("the account is a sheet, and nothing is wider than the screen", inProof, async ({ page, email }) => {
    await signIn(page, email);
    await page.getByRole("button", { name: "Folders", exact: true }).click();
    for (const tab of ["General", "Email addresses", "Security", "Apps and tokens", "Help"] as const) {
      const dialog = await openAccount(page, tab);
      const wider = dialog.locator("*").evaluateAll((all) =>
        all
          .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === "visible")
          .filter(
            (each) =>
              each.getBoundingClientRect().right > window.innerWidth + 1 && each.closest('[role="tablist"]') === null,
          )
          .map((each) => each.outerHTML.slice(0, 80)),
      );
      expect(await wider).toEqual([]);
    }
  });
});
