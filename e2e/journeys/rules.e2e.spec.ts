import type { Locator, Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { signOutElsewhere } from "../support/account.ts";
import { call } from "../support/call.ts";
import { addresses } from "../support/environment.ts";
import { panelOf } from "../support/links.ts";
import { expect, signIn, test } from "../support/test.ts";

const rules = (page: Page): Locator =>
  page.getByRole("list", { name: "Rules, in the order in which they are tried" }).getByRole("listitem");
const dialog = (page: Page): Locator => page.getByRole("dialog");

/** Makes a rule by a call. */
const make = (page: Page, name: string, more: object = {}): Promise<unknown> =>
  call(page, "POST", "/api/users/me/rules", {
    name,
    is_on: true,
    conditions: [{ kind: "title", any: [name] }],
    actions: [{ kind: "favorite" }],
    ...more,
  });

test("what was typed of a rule is there again after the session has ended in another tab, for the same person alone", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await page.goto("/rules");
  await page.getByRole("button", { name: "New rule" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill("Bread");
  await dialog(page).getByLabel("Add what happens…").selectOption("Mark as read");
  await signOutElsewhere(page);
  const open = async () => {
    await page.goto("/rules");
    await page.getByRole("button", { name: "New rule" }).click();
  };
  await signIn(page, `other-${email}`);
  await open();
  await expect(dialog(page).getByLabel("Name", { exact: true })).toHaveValue("");
  await signOutElsewhere(page);
  await signIn(page, email);
  await open();
  await expect(dialog(page).getByLabel("Name", { exact: true })).toHaveValue("Bread");
  await expect(dialog(page).getByRole("button", { name: "Remove: Mark as read" })).toBeVisible();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "New rule" }).click();
  await expect(dialog(page).getByLabel("Name", { exact: true })).toHaveValue("");

  // So is what was typed of links and notes.
  await page.goto("/links");
  await page.getByRole("button", { name: "Add a link" }).first().click();
  await dialog(page).getByLabel("Web addresses").fill("Rye and oats, for a note");
  await expect(dialog(page).getByRole("button", { name: /note/i })).toBeVisible();
  await signOutElsewhere(page);
  await signIn(page, email);
  await page.getByRole("button", { name: "Add a link" }).first().click();
  await expect(dialog(page).getByLabel("Web addresses")).toHaveValue("Rye and oats, for a note");
});

test("a rule is made as a sentence, previewed, applied to what is there and undone as one, and acts on the next link", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const made = await call(page, "POST", "/api/folders/", { name: "Recipes" });
  const { id: folder } = made.body as { id: number };
  for (const n of [1, 2])
    await call(page, "POST", "/api/links/", { url: `https://rules.invalid/${n}`, title: `Loaf ${n}` });
  await call(page, "POST", "/api/links/", { url: "https://rules.invalid/other", title: "Trains" });

  await page.goto("/rules");
  await expect(page.getByRole("heading", { name: "No rules yet" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "New rule" }).click();
  await expect(dialog(page).getByLabel("Name", { exact: true })).toBeFocused();
  const labelled = await dialog(page)
    .getByLabel("Name", { exact: true })
    .evaluate(
      (field) =>
        field.getBoundingClientRect().top - (field.previousElementSibling?.getBoundingClientRect().bottom ?? 0),
    );
  expect(labelled).toBeGreaterThanOrEqual(4);
  await page.keyboard.type("Bread");
  await dialog(page).getByRole("button", { name: "Remove: It is from the site" }).click();
  await dialog(page).getByLabel("Add a condition…").selectOption("The title contains");
  const words = dialog(page).getByRole("textbox", { name: "The title contains" });
  await words.fill("  ");
  await expect(words).toHaveValue("");
  await words.fill("LOAF, rye");
  await dialog(page).getByRole("combobox", { name: "Move to the folder" }).selectOption("Recipes");
  await dialog(page).getByLabel("Add what happens…").selectOption("Mark as read");
  await expect(dialog(page)).toContainText(
    "When the title contains “LOAF” or “rye”, move it to Recipes and mark it as read.",
  );
  await dialog(page).getByRole("button", { name: "Show what it would change" }).click();
  await expect(dialog(page)).toContainText("It would change 2 of your links.");
  await expect(
    dialog(page).getByRole("list", { name: "Links that would be changed" }).getByRole("listitem"),
  ).toHaveText(["Loaf 2", "Loaf 1"]);
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
  await dialog(page).getByRole("checkbox", { name: "Change these 2 links, too" }).check();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(rules(page)).toHaveCount(1);
  await expect(page.getByText("“Bread” changed 2 links")).toBeVisible();
  const inFolder = async (): Promise<number> =>
    ((await call(page, "GET", `/api/links/?folder_id=${folder}`)).body as unknown[]).length;
  expect(await inFolder()).toBe(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(inFolder).toBe(0);

  const { body } = await call(page, "POST", "/api/links/", { url: `${addresses().siteUrl}/pages/Loaf of rye` });
  await expect.poll(inFolder).toBe(1);
  await page.goto(`/links?link=${(body as { id: string }).id}`);
  await expect(panelOf(page).getByRole("listitem").filter({ hasText: "by the rule Bread" })).toHaveText([
    /^Moved to Recipes/,
    /^Marked as read/,
  ]);
});

test("rules are switched, moved by keys and by mouse, edited, and deleted with undo", async ({ page, email }) => {
  await signIn(page, email);
  for (const name of ["One", "Two", "Three"]) await make(page, name);
  await page.goto("/rules");
  const names = rules(page).getByRole("heading");
  await expect(names).toHaveText(["One", "Two", "Three"]);
  expect(await violations(page)).toEqual([]);

  await page.getByRole("switch", { name: "Rule “Two” is on" }).click();
  await expect(names).toHaveText(["One", "TwoOff", "Three"]);
  await page.getByRole("button", { name: "Edit “Three”" }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(names).toHaveText(["One", "Three", "TwoOff"]);
  await expect(page.getByText("“Three” is now rule 2 of 3")).toBeAttached();
  await expect(page.getByRole("button", { name: "Edit “Three”" })).toBeFocused();
  await page.getByRole("button", { name: "More for “One”" }).click();
  await page.getByRole("menuitem", { name: "Move down" }).click();
  await expect(names).toHaveText(["Three", "One", "TwoOff"]);
  await rules(page)
    .nth(2)
    .dragTo(rules(page).nth(0), { targetPosition: { x: 200, y: 4 } });
  await expect(names).toHaveText(["TwoOff", "Three", "One"]);
  await page.reload();
  await expect(names).toHaveText(["TwoOff", "Three", "One"]);

  await page.getByRole("button", { name: "Edit “One”" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill("First");
  await dialog(page).getByLabel("Add a condition…").selectOption("It is from the site");
  await dialog(page).getByRole("textbox", { name: "It is from the site" }).fill("no site");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(
    dialog(page).getByRole("alert").getByText("This is no site. Please name a host, such as example.com."),
  ).toBeVisible();
  await dialog(page).getByRole("textbox", { name: "It is from the site" }).fill("https://www.example.com/");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(rules(page).nth(2)).toContainText(
    "When the title contains “One” and the link is from example.com, add it to",
  );

  await page.getByRole("button", { name: "More for “First”" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(names).toHaveText(["TwoOff", "Three"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(names).toHaveText(["TwoOff", "Three", "First"]);
});
