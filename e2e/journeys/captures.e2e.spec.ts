import { violations } from "../support/axe.ts";
import { importMany, panelOf, saveMany } from "../support/links.ts";
import { sendMail } from "../support/mail.ts";
import { expect, pageUrl, row, test } from "../support/test.ts";

test("what came by mail is told as it comes: saved, known, left out, refused and why", async ({ page, person }) => {
  await page.getByRole("link", { name: "Captures" }).click();
  await expect(page.getByRole("heading", { name: "Nothing has arrived yet" })).toBeVisible();
  const mails = page.getByRole("main").getByRole("article");

  await sendMail(person.email, "A loaf #baking", pageUrl("A loaf"));
  await expect(mails).toHaveCount(1);
  await expect(mails.first()).toContainText("1 link saved");
  await expect(mails.first()).toContainText(`from ${person.email}`);
  await expect(mails.first().getByRole("link", { name: "baking" })).toBeVisible();

  await sendMail(person.email, "Once more", `${pageUrl("A loaf")}\n${pageUrl("A train")}`);
  await expect(mails).toHaveCount(2);
  await expect(mails.first()).toContainText("1 already saved");

  await expect(sendMail(person.email, "Lunch on Thursday?", "No link in here.")).rejects.toThrow();
  const refused = mails.filter({ hasText: "Lunch on Thursday?" });
  await expect(refused).toContainText("No web link was found in this mail.");
  await expect(refused).toContainText("Put the web address, starting with https://, into the mail");
  expect(await violations(page)).toEqual([]);

  await page.getByRole("button", { name: "Not saved" }).click();
  await expect(mails).toHaveCount(1);
  await page.reload();
  await expect(mails).toHaveCount(3);
});

test("what was saved in other ways is among the captures, with title, icon and the way to the link", async ({
  page,
  person,
}) => {
  await importMany(page, 2);
  await saveMany(page, ["A page saved by hand"]);
  await sendMail(person.email, "By mail", pageUrl("A loaf"));
  await page.getByRole("link", { name: "Captures" }).click();
  const captures = page.getByRole("main").getByRole("article");
  const named = (title: string) => captures.filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  await expect(named("many.html")).toContainText("Imported from a file");
  await expect(named("many.html")).toContainText("2 links saved");
  await expect(named("A page saved by hand")).toContainText("Saved here");
  // The title of the page, which comes a moment after the mail.
  await expect(named("By mail").getByRole("link", { name: "A loaf", exact: true })).toBeVisible();
  await expect(named("By mail").locator(".favicon img")).toHaveJSProperty("complete", true);
  await expect(captures).toHaveCount(3);
  expect(await violations(page)).toEqual([]);

  await named("A page saved by hand")
    .getByRole("link", { name: /^Show .* in Satchel$/ })
    .click();
  await expect(panelOf(page).getByRole("heading", { name: "A page saved by hand" })).toBeVisible();
});

test("a mail that was not saved is counted beside Captures until these were looked at, and a saved link is found there", async ({
  page,
  person,
}) => {
  await person.saves("A loaf");
  const entry = page.getByRole("link", { name: "Captures" });
  const unread = entry.getByRole("img", { name: "1 mail was not saved" });
  await expect(sendMail(person.email, "Lunch on Thursday?", "No link in here.")).rejects.toThrow();
  await expect(unread).toHaveText("1");
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(unread).toHaveText("1");

  await entry.click();
  await expect(unread).toBeHidden();
  const mail = page.getByRole("main").getByRole("article").filter({ hasText: "A loaf" });
  await mail.getByRole("link", { name: /^Show .* in Satchel$/ }).click();
  await expect(panelOf(page).getByRole("heading", { name: "A loaf" })).toBeVisible();
  await expect(unread).toBeHidden();
  await page.reload();
  await expect(row(page, "A loaf")).toBeVisible();
  await expect(unread).toBeHidden();
});
