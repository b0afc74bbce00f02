import type { Page } from "@playwright/test";
import { expect, pageUrl, row, test } from "../support/test.ts";

// The browser's permission to install service workers is an option of its context.
test.use({ serviceWorkers: "allow", reuseContext: false });

/** Sends what Android's share menu sends to an installed page: a form that opens it. */
async function share(page: Page, texts: Record<string, string>, files: Record<string, string> = {}): Promise<void> {
  await page.evaluate(
    ({ texts, files }) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "post", enctype: "multipart/form-data", action: "/share" });
      for (const [name, value] of Object.entries(texts))
        form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
      const chosen = new DataTransfer();
      for (const [name, content] of Object.entries(files)) chosen.items.add(new File([content], name));
      const input = Object.assign(document.createElement("input"), { type: "file", name: "files", multiple: true });
      if (chosen.files.length > 0) form.append(Object.assign(input, { files: chosen.files }));
      document.body.append(form);
      form.submit();
    },
    { texts, files },
  );
}

test("files from a phone's share menu are asked about, put into a folder and saved; a link that comes with a picture is the link, and a text a note", async ({
  page,
  person,
}) => {
  expect(person.email).not.toBe("");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.getByRole("button", { name: "Create folder" }).click();
  await page.getByRole("textbox", { name: "Folder name" }).fill("Poems");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Poems" })).toBeVisible();

  await share(
    page,
    { title: "", text: "" },
    { "Rain & sun, 50 %.txt": "Rain\n\nIt rains.", "Größe.txt": "Größe\n\nTall." },
  );
  await expect(page.getByRole("heading", { name: "Save these 2 files?" })).toBeVisible();
  await expect(page.getByText("Rain & sun, 50 %.txt")).toBeVisible();
  await expect(page.getByText("Größe.txt")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeFocused();
  // It is asked again after a reload: nothing was decided.
  await page.reload();
  await page.getByLabel("Folder").selectOption("Poems");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("2 files saved")).toBeVisible();
  await page.getByRole("link", { name: "Poems, 2 links" }).click();
  await expect(row(page, "Rain & sun")).toBeVisible();
  await expect(row(page, "Größe")).toBeVisible();

  await page.goto("/share?files");
  await expect(page.getByRole("heading", { name: "No files have arrived" })).toBeVisible();

  await share(page, { title: "Bread", text: `Look: ${pageUrl("Rye")}` }, { "screenshot.png": "a picture of it" });
  await expect(page.getByRole("heading", { name: "Save this link?" })).toBeVisible();
  await expect(page.getByText(pageUrl("Rye"), { exact: true })).toBeVisible();

  await share(page, { title: "A quote", text: "It was the best of times.\nIt was the worst." });
  await expect(page.getByRole("heading", { name: "Save this text as a note?" })).toBeVisible();
  await expect(page.getByText("It was the best of times.")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: /^All Links/ }).click();
  await row(page, "A quote").getByRole("link").first().click();
  await expect(page.getByText("It was the worst.")).toBeVisible();

  // Without room for all of them, none is kept.
  const browser = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await browser.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 100 });
  await share(page, {}, { "a.txt": "A", "long.txt": "word ".repeat(100_000) });
  await expect(page.getByRole("heading", { name: "No files have arrived" })).toBeVisible();
  await browser.send("Storage.overrideQuotaForOrigin", { origin });

  await share(page, {}, { "a.txt": "A" });
  await expect(page.getByRole("heading", { name: "Save this file?" })).toBeVisible();
  await page.getByRole("button", { name: "Don't save" }).click();
  await expect(page).toHaveURL("/links");
  const areStored = (): Promise<boolean> => page.evaluate(() => caches.has("satchel.shared-files"));
  expect(await areStored()).toBe(false);

  await share(page, {}, { "a.txt": "A" });
  await expect(page.getByRole("heading", { name: "Save this file?" })).toBeVisible();
  expect(await areStored()).toBe(true);
  await page.goto("/links");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL("/");
  await expect.poll(areStored).toBe(false);
});
