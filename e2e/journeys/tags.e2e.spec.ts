import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { sendMail } from "../support/mail.ts";
import { inProof } from "../support/proof.ts";
import { expect, pageUrl, row, signIn, test } from "../support/test.ts";

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

  // The actions come with the pointer or the focus.
  const travel = tags.filter({ hasText: "travel" });
  const renaming = page.getByRole("button", { name: "Rename travel" });
  await page.mouse.move(0, 0);
  await expect(renaming).toHaveCSS("opacity", "0");
  await travel.hover();
  await expect(renaming).toHaveCSS("opacity", "1");

  await renaming.click();
  const dialog = page.getByRole("dialog", { name: "Rename “travel”" });
  await expect(dialog.getByText("If another tag has this name, the two become one.")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type("journeys");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("link", { name: "Links with the tag journeys" })).toBeFocused();
  await expect(page.getByText("“travel” is “journeys” now")).toBeVisible();
  await expect(tags.filter({ hasText: "journeys" })).toContainText("1 link");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(tags.filter({ hasText: "travel" })).toContainText("1 link");

  await page.getByRole("button", { name: "Rename travel" }).click();
  await page.keyboard.type("BREAD");
  await expect(page.getByText("“bread” already exists: both become one tag.")).toBeVisible();
  await page.getByRole("button", { name: "Merge" }).click();
  await expect(page.getByRole("link", { name: "Links with the tag bread" })).toBeFocused();
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

test("tags are shown by name or by use, and so again the next time", inProof, async ({ page, email }) => {
  await signIn(page, email);
  for (const [url, tags] of [
    ["A loaf", ["attic", "b", "c", "d", "e", "f"]],
    ["A train", ["zebra"]],
    ["A song", ["zebra", "music"]],
  ] as const) {
    expect((await call(page, "POST", "/api/links/", { url: pageUrl(url), tags })).status).toBe(201);
  }
  await page.goto("/tags");
  const named = page
    .getByRole("main")
    .locator(".taglist__name")
    .filter({ hasText: /attic|zebra|music/ });
  await expect(named).toHaveText(["attic", "music", "zebra"]);
  await page.getByRole("button", { name: "Sort: By name" }).click();
  await page.getByRole("menuitemradio", { name: "Most used first" }).click();
  await expect(named.first()).toHaveText("zebra");
  await page.reload();
  await expect(page.getByRole("button", { name: "Sort: Most used first" })).toBeVisible();
  await expect(named.first()).toHaveText("zebra");

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("button", { name: "Sort: Most used first" })).toBeInViewport({ ratio: 1 });
  // The field that filters has the rest of its line.
  const filter = await page.getByRole("textbox", { name: "Filter tags" }).boundingBox();
  expect(filter?.width).toBeGreaterThan(240);
  expect(await violations(page)).toEqual([]);
});
