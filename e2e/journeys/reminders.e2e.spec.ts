import type { Locator, Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { expect, row, test } from "../support/test.ts";

const dialog = (page: Page): Locator => page.getByRole("dialog", { name: "Show me this again" });
const band = (page: Page): Locator => page.getByRole("region", { name: "You wanted to see this again" });

/** The value of a field for date and time, so many minutes from now. */
const inMinutes = (minutes: number): string => {
  const at = new Date(Date.now() + minutes * 60_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

test("a link comes back at its time in the open page, and goes when it is done or visited", async ({
  page,
  person,
}) => {
  test.slow();
  const bread = await person.saves("Rye bread in three days");
  const trains = await person.saves("Night trains of Europe");

  // By key, with a time that is offered; undone by the toast.
  await bread.getByRole("link", { name: "Rye bread in three days" }).focus();
  await page.keyboard.press("b");
  await expect(dialog(page)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // The first time that is offered; not the button that closes the dialog.
  await expect(dialog(page).locator(".choose").first()).toBeFocused();
  await dialog(page)
    .getByRole("button", { name: /^Tomorrow/ })
    .click();
  await expect(bread.getByText("Comes back: tomorrow, 9:00")).toBeAttached();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(bread.getByText("Comes back")).not.toBeAttached();

  // The time that has come already, as one types it: both are shown again by themselves.
  for (const link of [bread, trains]) {
    await link.hover();
    await link.getByRole("button", { name: "Remind me…" }).click();
    await dialog(page).getByLabel("At another time").fill(inMinutes(1));
    await dialog(page).getByRole("button", { name: "Remind me" }).click();
    await expect(link.getByText(/^Comes back/)).toBeAttached();
  }
  await expect(band(page).getByRole("listitem")).toHaveCount(2, { timeout: 180_000 });
  expect(await violations(page)).toEqual([]);

  await band(page)
    .getByRole("listitem")
    .filter({ hasText: "Night trains" })
    .getByRole("button", { name: "Done" })
    .click();
  await expect(band(page).getByRole("listitem")).toHaveCount(1);
  await expect(trains.getByText("Comes back")).not.toBeAttached();
  const opened = page.waitForEvent("popup");
  await band(page)
    .getByRole("link", { name: /Rye bread/ })
    .click();
  await (await opened).close();
  await expect(band(page)).toBeHidden();

  // The panel has it, too, and the history tells.
  await row(page, "Night trains of Europe").getByRole("link", { name: "Night trains of Europe" }).focus();
  await page.keyboard.press("o");
  const panel = page.getByRole("complementary", { name: "Link details" });
  await expect(panel.getByText("Shown again by a reminder")).toBeVisible();
  await panel.getByRole("button", { name: "None" }).click();
  await expect(dialog(page)).toBeVisible();
});
