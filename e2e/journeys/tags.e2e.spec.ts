import { violations } from "../support/axe.ts";
import { sendMail } from "../support/mail.ts";
import { expect, pageUrl, row, test } from "../support/test.ts";

test("a tag leads to its links, is renamed, merged and deleted, and each can be taken back", async ({
  page,
  person,
}) => {
  // The pages bring the tags "bread" and "baking" along.
  const link = await person.saves("A loaf");
  await sendMail(person.email, "A train #travel", pageUrl("A train"));
  await expect(row(page, "A train")).toBeVisible();

  await link.getByRole("link", { name: "baking" }).click();
  await expect(page).toHaveURL("/links?q=tag%3Abaking");
  await expect(page.getByRole("article").first()).toBeVisible();

  await page.getByRole("link", { name: "All tags" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tags" })).toBeVisible();
  const tags = page.getByRole("main").getByRole("listitem");
  await expect(tags.filter({ hasText: "travel" })).toContainText("1 link");
  expect(await violations(page)).toEqual([]);

  await page.getByRole("button", { name: "Rename travel" }).click();
  await page.keyboard.type("journeys");
  await page.keyboard.press("Enter");
  await expect(page.getByText("“travel” is “journeys” now")).toBeVisible();
  await expect(tags.filter({ hasText: "journeys" })).toContainText("1 link");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(tags.filter({ hasText: "travel" })).toContainText("1 link");

  await page.getByRole("button", { name: "Rename travel" }).click();
  await page.keyboard.type("BREAD");
  await expect(page.getByText("“bread” already exists: both become one tag.")).toBeVisible();
  await page.getByRole("button", { name: "Merge" }).click();
  await expect(tags.filter({ hasText: "travel" })).toBeHidden();
  await expect(page.getByText("“travel” and “bread” are one tag now")).toBeVisible();

  await page.getByRole("button", { name: "Delete bread" }).click();
  await expect(tags.filter({ hasText: "bread" })).toBeHidden();
  await expect(page.getByText("Tag “bread” deleted")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(tags.filter({ hasText: "bread" })).toBeVisible();
  await page.reload();
  await expect(tags.filter({ hasText: "bread" })).toBeVisible();
});
