import { onePagePdf, pdfLines } from "@satchel/testing";
import { openAccount } from "../support/account.ts";
import { violations } from "../support/axe.ts";
import { sendMail } from "../support/mail.ts";
import { expect, signIn, test } from "../support/test.ts";

const PDF = onePagePdf({ content: pdfLines([24, "The tide tables"], [12, "High water is at noon in Calais."]) });

test("a mail with a PDF is refused and says why, the switch is set, and then the PDF is read in place, found, and listed beside what was not kept", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const files = [{ filename: "tides.pdf", content: PDF }];
  await expect(sendMail(email, "Tides", "", files)).rejects.toThrow(/Keep attachments of mails/);
  await page.goto("/captures");
  const newest = page.locator(".cap").first();
  await expect(newest).toContainText("your account does not keep attachments");
  await expect(newest).toContainText("tides.pdf");
  expect(await violations(page)).toEqual([]);

  const account = await openAccount(page, "Email addresses");
  const choice = account.getByRole("group", { name: "Keep attachments of mails" });
  await expect(choice.getByRole("button", { name: "Off" })).toHaveAttribute("aria-pressed", "true");
  await choice.getByRole("button", { name: "On" }).click();
  await expect(choice.getByRole("button", { name: "On" })).toHaveAttribute("aria-pressed", "true");
  expect(await violations(page)).toEqual([]);

  await sendMail(email, "Tides again", "note: for sailing", [...files, { filename: "sheet.xlsx", content: "PK" }]);
  await page.goto("/captures");
  await expect(newest).toContainText("1 attachment kept");
  await expect(newest).toContainText("sheet.xlsx");
  await expect(newest).toContainText("Files of this kind are not kept.");
  expect(await violations(page)).toEqual([]);
  await newest.getByRole("link", { name: "Read tides.pdf" }).click();
  await expect(page).toHaveURL(/\/read\//);
  await expect(page.getByRole("heading", { name: "The tide tables" }).first()).toBeVisible();
  await expect(page.locator("article.article")).toContainText("High water is at noon in Calais.");

  await page.goto("/links?q=calais");
  await expect(page.getByRole("link", { name: "The tide tables", exact: true })).toBeVisible();
});
