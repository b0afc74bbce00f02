import { openAccount } from "../support/account.ts";
import { violations } from "../support/axe.ts";
import { sendMail } from "../support/mail.ts";
import { expect, pageUrl, test } from "../support/test.ts";

test("answers by mail are switched on in the settings; what a mail did is undone among the captures, and brought back", async ({
  page,
  person,
}) => {
  const settings = await openAccount(page, "Email addresses");
  const answers = settings.getByRole("group", { name: "Answers by mail" });
  await expect(answers.getByRole("button", { name: "Off" })).toHaveAttribute("aria-pressed", "true");
  await answers.getByRole("button", { name: "On" }).click();
  await expect(answers.getByRole("button", { name: "On" })).toHaveAttribute("aria-pressed", "true");
  await expect(settings.getByText("folder: Name")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await sendMail(person.email, "Two loaves", `${pageUrl("A loaf")}\n${pageUrl("A train")}`);
  await page.getByRole("link", { name: "Captures" }).click();
  const mail = page.getByRole("main").getByRole("article").filter({ hasText: "Two loaves" });
  await expect(mail).toContainText("2 links saved");
  await sendMail(person.email, "? loaf", "");
  const search = page.getByRole("main").getByRole("article").filter({ hasText: "Search by mail" });
  await expect(search).toContainText("1 link found");
  expect(await violations(page)).toEqual([]);

  await mail.getByRole("button", { name: "Undo what the mail “Two loaves” did" }).click();
  await expect(page.getByText("2 links as before the mail")).toBeVisible();
  await page.getByRole("link", { name: "All Links" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: "A loaf", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: "A loaf", exact: true })).toBeVisible();
});
