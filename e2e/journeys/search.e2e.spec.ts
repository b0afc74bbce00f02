import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { addresses } from "../support/environment.ts";
import { inProof } from "../support/proof.ts";
import { expect, pageUrl, row, signIn, test } from "../support/test.ts";

const rows = (page: Page) => page.getByRole("article");
const box = (page: Page) => page.getByRole("combobox", { name: "Search your links" });

/** Pastes a text as the keyboard does, wherever the focus is. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test("a search finds while one types, is in the address, and the back button leads out of it", async ({
  page,
  person,
}) => {
  await person.saves("Rye bread in three days");
  await person.saves("Night trains of Europe");

  await page.keyboard.press("/");
  await expect(box(page)).toBeFocused();
  await page.keyboard.type("thre");
  await expect(page.getByRole("heading", { level: 1, name: "Search" })).toBeVisible();
  await expect(page.getByText("1 link for “thre”")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first().locator("mark").first()).toHaveText("thre");
  await page.keyboard.type("e");
  await expect(rows(page).first().locator("mark").first()).toHaveText("three");
  await expect(page).toHaveURL("/links?q=three");

  await page.reload();
  await expect(box(page)).toHaveValue("three");
  await expect(rows(page)).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL("/links");
  await expect(box(page)).toHaveValue("");
  await expect(rows(page)).toHaveCount(2);

  await box(page).fill("thrae");
  await expect(row(page, "Rye bread in three days")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await box(page).press("Escape");
  await expect(rows(page)).toHaveCount(2);
});

test("days that are searched for are those of one's own time zone", async ({ page, person }) => {
  // The zone in which the day is not that of UTC.
  const isMorning = new Date().getUTCHours() < 12;
  const there = new Date(Date.now() + (isMorning ? -12 : 14) * 3_600_000).toISOString().slice(0, 10);
  await person.saves("Saved today");
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setTimezoneOverride", { timezoneId: isMorning ? "Etc/GMT+12" : "Etc/GMT-14" });
  await page.reload();

  await box(page).fill("saved:");
  await expect(page.getByRole("option").first()).toContainText(there);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(box(page)).toHaveValue(`saved:${there} `);
  await expect(row(page, "Saved today")).toBeVisible();
  await box(page).fill(`before:${there}`);
  await expect(page.getByText(`No links for “before:${there}”`)).toBeVisible();
});

test("the box suggests tags, folders and dates, by keyboard and pointer", async ({ page, person }) => {
  await person.saves("Bread for the kitchen");
  await page.getByRole("button", { name: "Create folder" }).click();
  await page.getByLabel("Folder name").fill("To read");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "To read" })).toBeVisible();

  await box(page).focus();
  const suggested = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
  await expect(suggested).toHaveCount(8);
  expect(await violations(page)).toEqual([]);
  // At once, since the next key may come before the next frame.
  const written = await suggested.filter({ hasText: "tag:" }).evaluate((option: HTMLElement) => {
    option.click();
    const { value, selectionStart } = document.querySelector<HTMLInputElement>("#search-box") ?? {};
    return { value, selectionStart };
  });
  expect(written).toEqual({ value: "tag:", selectionStart: 4 });
  await expect(suggested.first()).toContainText("1 link");
  await page.keyboard.type("bak");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(box(page)).toHaveValue("tag:baking ");
  await expect(rows(page)).toHaveCount(1);

  await page.keyboard.type("in:re");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/links\?q=tag%3Abaking\+in%3A%22To\+read%22/);
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
});

test("a site in other letters than ASCII is suggested and found by these", inProof, async ({ page, person }) => {
  await person.saves("A cake");
  const { status } = await call(page, "POST", "/api/links/", {
    url: "https://www.xn--mller-kva.example/",
    title: "Flour",
  });
  expect(status).toBe(201);
  await expect(row(page, "Flour")).toBeVisible();
  await box(page).fill("site:mül");
  const suggested = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
  await expect(suggested).toHaveText(["müller.example"]);
  await suggested.click();
  await expect(box(page)).toHaveValue("site:müller.example ");
  await expect(box(page)).toBeFocused();
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, "Flour")).toBeVisible();
});

test("a recent search is offered in the empty box, until its session ends", inProof, async ({ page, person }) => {
  await person.saves("Bread for the kitchen");
  await person.saves("A cake");
  await box(page).fill("kitchen");
  await expect(rows(page)).toHaveCount(1);
  const stored = (): Promise<string | null> => page.evaluate(() => localStorage.getItem("satchel.recent-searches"));
  await expect.poll(stored).toBe('["kitchen"]');
  await box(page).fill("");
  await expect(rows(page)).toHaveCount(2);
  const suggested = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
  await expect(suggested.first()).toHaveText(/kitchen/);
  expect(await violations(page)).toEqual([]);
  await suggested.first().click();
  await expect(rows(page)).toHaveCount(1);
  await expect(box(page)).toHaveValue("kitchen ");
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL("/");
  await expect.poll(stored).toBeNull();
});

test("a sheet says what can be searched for, and what is said there can be", async ({ page, person }) => {
  await person.saves("Bread for the kitchen");
  await person.saves("A cake");
  await page.getByRole("button", { name: "What can be searched for" }).click();
  const sheet = page.getByRole("dialog", { name: "What can be searched for" });
  await expect(sheet).toContainText("saved:2026-03..2026-05");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  await box(page).fill("(bread or cake) -is:visited");
  await expect(rows(page)).toHaveCount(2);
  await box(page).fill("(bread or cake) -title:kitchen");
  await expect(rows(page)).toHaveCount(1);
  await box(page).fill("is:fish");
  await box(page).press("Enter");
  await expect(
    page.getByText(
      "is: needs one of fav, unvisited, visited, broken, duplicate, unfiled, untagged, long, due, reminder, imported.",
    ),
  ).toBeVisible();
});

test("a search in a folder can be widened, and one that is refused says why", async ({ page, person }) => {
  await person.saves("A page outside of folders");
  await page.getByRole("button", { name: "Create folder" }).click();
  await page.getByLabel("Folder name").fill("Kitchen");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Kitchen" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Kitchen" })).toBeVisible();

  await box(page).fill("outside");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: "Search in all links" }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Kitchen" })).toBeVisible();

  await box(page).fill("after:soon");
  await box(page).press("Enter");
  await expect(page.getByText("after: needs a year, a month or a day, such as 2026")).toBeVisible();
});

test("pasted addresses are saved into the open folder, a known one moves to the top, and saving can be undone", async ({
  page,
  person,
}) => {
  await person.saves("A page that was first");
  await person.saves("A page that came later");
  await page.getByRole("heading", { level: 1 }).click();

  await paste(page, `Look: ${pageUrl("A pasted page")}.`);
  await expect(page.getByText("Link saved", { exact: true })).toBeVisible();
  await expect(row(page, "A pasted page")).toBeVisible();
  await paste(page, pageUrl("A page that was first"));
  await expect(page.getByText("Already saved: moved to the top")).toBeVisible();
  await expect(rows(page).first()).toContainText("A page that was first");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "A pasted page")).toBeHidden();

  await page.getByRole("button", { name: "Create folder" }).click();
  await page.getByLabel("Folder name").fill("Kitchen");
  // Into a field a paste is a paste.
  await paste(page, pageUrl("Not to be saved"));
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Kitchen" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Kitchen" })).toBeVisible();
  const many = ["a", "b", "c", "d", "e", "f"].map((name) => pageUrl(`Page ${name}`));
  await paste(page, many.join(" and "));
  const dialog = page.getByRole("dialog", { name: "Add links" });
  await expect(dialog).toContainText("They will be saved in Kitchen.");
  await dialog.getByRole("button", { name: "Save 6 links" }).click();
  await expect(page.getByText("6 links saved")).toBeVisible();
  await expect(rows(page)).toHaveCount(6);
  await expect(rows(page).first()).toContainText("Page a");
});

test("an address that is none is said to be none, and stays to be mended", inProof, async ({ page, person }) => {
  await person.saves("A page before");
  await page.getByRole("button", { name: "Add a link" }).click();
  const dialog = page.getByRole("dialog", { name: "Add links" });
  await dialog.getByLabel("Web addresses").fill("no address");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("There is no web address in this text.")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Add a link" })).toBeFocused();
});

test(
  "a find in the notes stands below the description, and one in the description is marked there",
  inProof,
  async ({ page, person }) => {
    const link = await person.saves("Rye bread");
    const [saved] = (await call(page, "GET", "/api/links/")).body as readonly { id: string }[];
    const notes = { notes: "The oven of my grandmother" };
    expect((await call(page, "PATCH", `/api/links/${saved?.id ?? ""}`, notes)).status).toBe(200);

    await box(page).fill("grandm");
    await expect(page.getByText("1 link for “grandm”")).toBeVisible();
    await expect(link.getByText("All about Rye bread, in one page.", { exact: true })).toBeVisible();
    await expect(link.getByText("The oven of my grandmother", { exact: true }).locator("mark")).toHaveText("grandm");

    // On a phone the line below them is still the last.
    await page.setViewportSize({ width: 390, height: 844 });
    const [found, meta] = [link.getByText("The oven of my grandmother"), link.locator(".link__meta")];
    expect((await found.boundingBox())?.y).toBeLessThan((await meta.boundingBox())?.y ?? 0);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });

    await box(page).fill("about");
    await expect(page.getByText("1 link for “about”")).toBeVisible();
    await expect(link.getByText("All about Rye bread, in one page.", { exact: true }).locator("mark")).toHaveText(
      "about",
    );
    await expect(link.getByText("The oven of my grandmother")).toBeHidden();
  },
);

test("words of a page that were kept lead to their place in the reading view", async ({ page, email }) => {
  await signIn(page, email);
  const { siteUrl } = addresses();
  await call(page, "POST", "/api/links/", { url: `${siteUrl}/articles/Tides` });
  await page.goto("/links");
  await expect(page.getByRole("link", { name: "Read in Satchel" })).toHaveCount(1);
  const passage = page.getByRole("link", { name: /the tide is the more punctual of the two/ });
  await expect(async () => {
    await page.goto("/links?q=punctual");
    await expect(passage).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(passage.locator("mark")).toHaveText("punctual");
  await passage.click();
  await expect(page).toHaveURL(/\/read\/[^?]+\?(?:.*&)?find=/);
  const place = page.getByText("the tide is the more punctual of the two");
  await expect(place).toBeInViewport();
  await expect.poll(() => page.evaluate(() => CSS.highlights.has("found-place"))).toBe(true);
});
