import type { Page } from "@playwright/test";
import { codeMailedTo } from "../support/mail.ts";
import { inProof } from "../support/proof.ts";
import { addresses } from "../support/environment.ts";
import { expect, pageUrl, row, signIn, test } from "../support/test.ts";

/** Signs in on the landing page that is there already. */
async function signInHere(page: Page, email: string): Promise<void> {
  await page.getByLabel("Your email address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("6-digit code").fill(await codeMailedTo(email));
}

// Two windows and a sign-in: on a busy machine more than a journey usually takes.
test("a link shared from another program waits for signing in and for a press of the button, then it is saved", async ({
  page,
  context,
  email,
}) => {
  const share = `/share?${new URLSearchParams({ title: "Bread & more", text: `Look: ${pageUrl("Shared rye")}!` })}`;
  await page.goto(share);
  await expect(page).toHaveURL("/");
  await signInHere(page, email);

  await expect(page).toHaveURL(share);
  await expect(page.getByRole("heading", { name: "Save this link?" })).toBeVisible();
  await expect(page.getByText(pageUrl("Shared rye"), { exact: true })).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Bread & more");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeFocused();
  const archive = await context.newPage();
  await archive.goto("/links");
  await expect(archive.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();

  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "Saved" })).toBeFocused();
  // Without mail, and in the other window by itself: it lands, it is counted, it fills in.
  await expect(row(archive, "Bread & more")).toBeVisible();
  await expect(archive.getByRole("link", { name: "All Links, 1" })).toBeVisible();
  await expect(row(archive, "Bread & more").getByText("All about Shared rye, in one page.")).toBeVisible();
  await page.getByRole("link", { name: "Go to your links" }).click();
  await expect(row(page, "Bread & more")).toBeVisible();
});

test(
  "what is no web address can't be saved; without a share the page offers the bookmark",
  inProof,
  async ({ page, person }) => {
    expect(person.email).not.toBe("");
    await page.goto(`/share?${new URLSearchParams({ url: "javascript:alert(document.domain)", title: "Rye" })}`);
    await expect(page.getByRole("heading", { name: "No link found" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);

    await page.goto("/share");
    const bookmark = page.getByRole("link", { name: "Save to Satchel" });
    expect(await bookmark.getAttribute("href")).toMatch(/^javascript:void open\("http:\/\/127\.0\.0\.1:\d+\/share\?"/);
    await bookmark.click();
    await expect(page.getByText("Drag it to your bookmarks bar; it does nothing here.")).toBeVisible();
  },
);

test(
  "linkding's bookmarklet opens a window that asks, saves, and closes itself",
  inProof,
  async ({ page, context, email }) => {
    await signIn(page, email);
    const elsewhere = await context.newPage();
    await elsewhere.goto(pageUrl("Bookmarklet"));
    const query = new URLSearchParams({ url: pageUrl("Bookmarklet"), title: "By linkding" });
    const address = `${addresses().url}/linkding/bookmarks/new?${query}&auto_close`;
    const opened = context.waitForEvent("page");
    await elsewhere.evaluate((url) => void window.open(url), address);
    const popup = await opened;
    await expect(popup.getByRole("heading", { name: "Save this link?" })).toBeVisible();
    const closed = popup.waitForEvent("close");

    await popup.getByRole("button", { name: "Save", exact: true }).click();

    await closed;
    await page.goto("/links");
    await expect(row(page, "By linkding")).toBeVisible();
  },
);
