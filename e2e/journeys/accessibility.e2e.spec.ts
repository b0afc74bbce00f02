import type { Locator, Page } from "@playwright/test";
import { openAccount } from "../support/account.ts";
import { violations, violationsOnGradient } from "../support/axe.ts";
import { saveMany } from "../support/links.ts";
import { inProof } from "../support/proof.ts";
import { expect, row, signIn, test } from "../support/test.ts";

test("the landing page and its code screen have no barriers", async ({ page, email }) => {
  await page.goto("/");
  // What the document shows first is for the eyes alone, until the page itself is there.
  await expect(page.locator("#first")).toHaveCount(0);
  expect(await violationsOnGradient(page)).toEqual([]);

  await page.getByLabel("Your email address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("6-digit code").fill("12345");
  expect(await violationsOnGradient(page)).toEqual([]);
  await page.getByLabel("6-digit code").fill("123456");
  await expect(page.getByRole("alert").first()).not.toBeEmpty();
  expect(await violationsOnGradient(page)).toEqual([]);
});

test("the archive, empty and with links, and its dialogs have no barriers", async ({ page, person }) => {
  await expect(page.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const link = await person.saves("A page to reach");
  await link.hover();
  await link.getByRole("button", { name: "Favorite" }).click();
  await expect(page.getByRole("link", { name: "Favorites, 1" })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await link.getByRole("button", { name: "Move to…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

/** Goes on by a key until something has the focus. */
async function goTo(page: Page, key: "Tab" | "ArrowRight", target: Locator): Promise<void> {
  for (let steps = 0; steps < 30; steps++) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
}

test("the archive can be used by the keyboard alone", async ({ page, person }) => {
  const link = await person.saves("A page by keyboard");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the links" });
  await skip.focus();
  await page.keyboard.press("Enter");
  await goTo(page, "Tab", link.getByRole("link", { name: "A page by keyboard" }));
  const star = link.getByRole("button", { name: "Favorite" });
  // It comes once the row has the focus.
  await expect(star).toBeVisible();
  await goTo(page, "ArrowRight", star);
  await page.keyboard.press("Enter");
  await expect(link.getByRole("img", { name: "Favorite" })).toBeVisible();
  const move = link.getByRole("button", { name: "Move to…" });
  await goTo(page, "ArrowRight", move);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(move).toBeFocused();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("folders are in a drawer and the actions of a link in a menu", async ({ page, person }) => {
    const link = await person.saves("A page on the phone");
    await link.getByRole("button", { name: "More for A page on the phone" }).click();
    await page.getByRole("menuitem", { name: "Add to favorites" }).click();
    await expect(link.getByRole("img", { name: "Favorite" })).toBeVisible();

    // A dialog that takes the place of the menu gives the focus back to what opened the menu.
    await link.getByRole("button", { name: "More for A page on the phone" }).click();
    await page.getByRole("menuitem", { name: "Move to…" }).click();
    await expect(page.getByLabel("Find or create a folder")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(link.getByRole("button", { name: "More for A page on the phone" })).toBeFocused();

    await page.getByRole("button", { name: "Folders" }).click();
    await expect(page.getByRole("complementary").getByRole("link").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Folders" })).toBeFocused();

    await page.getByRole("button", { name: "Folders" }).click();
    await page.getByRole("link", { name: "Favorites, 1" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Favorites" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Favorites, 1" })).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  test("letters of fields are not so small that the browser zooms into them", async ({ page, person }) => {
    const link = await person.saves("A page with notes");
    const sizes = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("textarea, select, input:not([type=checkbox], [type=radio], [type=file])")]
          .filter((field) => field.checkVisibility())
          .map((field) => Number.parseFloat(getComputedStyle(field).fontSize)),
      );
    await link.getByRole("button", { name: "More for A page with notes" }).click();
    await page.getByRole("menuitem", { name: "Details" }).click();
    await expect(page.getByRole("textbox", { name: "Notes" })).toBeVisible();
    expect(Math.min(...(await sizes()))).toBeGreaterThanOrEqual(16);

    await page.getByRole("button", { name: "Close" }).click();
    await link.getByRole("button", { name: "More for A page with notes" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.goto("/deleted");
    await expect(page.getByRole("searchbox", { name: "Search deleted links" })).toBeVisible();
    expect(Math.min(...(await sizes()))).toBeGreaterThanOrEqual(16);
  });
});

test("with the colors of the system, where one is and what is chosen are told apart", async ({ page, email }) => {
  await signIn(page, email);
  const ground = (it: Locator) => it.evaluate((element) => getComputedStyle(element).backgroundColor);
  const [here, elsewhere] = [/^All Links/, /^Unvisited/].map((name) => page.getByRole("link", { name }));
  const [chosen, other] = ["List", "Cards"].map((name) => page.getByRole("button", { name, exact: true }));
  await page.emulateMedia({ forcedColors: "active" });
  for (const [one, two] of [[here, elsewhere] as const, [chosen, other] as const])
    if (one !== undefined && two !== undefined) expect(await ground(one)).not.toBe(await ground(two));
  await page.keyboard.press("Control+k");
  const commands = page.getByRole("option");
  expect(await ground(commands.nth(0))).not.toBe(await ground(commands.nth(1)));
  await page.keyboard.press("Escape");
  const settings = await openAccount(page, "Security");
  const [open, closed] = ["Security", "General"].map((name) => settings.getByRole("tab", { name }));
  if (open !== undefined && closed !== undefined) expect(await ground(open)).not.toBe(await ground(closed));
  await page.emulateMedia({ forcedColors: null });
});

test("enlarged four times, the bar above goes with the page", async ({ page, email }) => {
  await signIn(page, email);
  await saveMany(page, ["One", "Two", "Three"]);
  await page.setViewportSize({ width: 320, height: 256 });
  const last = page.getByRole("heading", { name: "One" });
  // Until the page has its new size, all rows are in sight, and nothing is scrolled.
  await expect(async () => {
    await last.scrollIntoViewIfNeeded();
    await expect(page.getByRole("banner")).not.toBeInViewport({ timeout: 1000 });
  }).toPass();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test(
  "on a phone on its side, a dialog's buttons and all of the settings can be reached",
  inProof,
  async ({ page, email }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await signIn(page, email);
    await page.getByRole("button", { name: "Add a link" }).click();
    const adding = page.getByRole("dialog", { name: "Add links" });
    await expect(adding.getByText("Follow a feed…")).toBeAttached();
    await expect(adding.getByRole("button", { name: "Save", exact: true })).toBeInViewport({ ratio: 1 });
    // A field that gets the focus is not behind them.
    await adding.getByRole("link").last().focus();
    const [link, buttons] = await Promise.all([
      adding.getByRole("link").last().boundingBox(),
      adding.getByRole("button", { name: "Save", exact: true }).boundingBox(),
    ]);
    expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0);
    await page.keyboard.press("Escape");

    const dialog = await openAccount(page, "Email addresses");
    const [whole, panel] = await Promise.all([dialog.boundingBox(), dialog.getByRole("tabpanel").boundingBox()]);
    expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeLessThanOrEqual((whole?.y ?? 0) + (whole?.height ?? 0));
    // By a finger or a wheel, not only by the focus.
    await dialog.getByRole("tab", { name: "General" }).hover();
    await page.mouse.wheel(0, 400);
    await expect(dialog.getByRole("tab", { name: "Help" })).toBeInViewport({ ratio: 1 });
  },
);

test("the first link that is selected by a key is announced, and of several messages the new one alone", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await saveMany(page, ["Bread", "Rice"]);
  await expect(row(page, "Rice")).toBeVisible();
  // A screen reader says what changes in a live region that is there already.
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = target.parentElement?.closest("[role=status]") ?? (target as Element).closest?.("[role=status]");
        if (region !== null && region !== undefined) said.push(region.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByRole("toolbar").getByText("1 selected")).toBeVisible();
  await expect.poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said)).toContain("1 selected");

  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const alerts = nodes.filter(({ role }) => role?.value === "alert");
  expect(alerts).not.toEqual([]);
  const isWhole = alerts.map(({ properties }) => properties?.find(({ name }) => name === "atomic")?.value.value);
  expect(isWhole).not.toContain(true);
});
