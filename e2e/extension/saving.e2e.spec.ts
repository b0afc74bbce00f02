import { randomUUID } from "node:crypto";
import type { LinkCopies } from "@satchel/contracts";
import { call } from "../support/call.ts";
import { pageUrl, signIn } from "../support/test.ts";
import { connect, expect, siteUrl, test } from "./test.ts";

test("given a connected extension, when its button is pressed, then the page is saved at once; a second press opens the panel, where it is filed", async ({
  archive,
  installed,
}) => {
  await call(archive, "POST", "/api/folders/", { name: "Kitchen", parent_folder_id: null });
  const page = await installed.context.newPage();
  await page.goto(siteUrl("Rye"));
  await installed.buttons.press(page.url());
  await expect.poll(installed.badge).toEqual({ text: "✓", title: "Saved. Click again to file it or undo." });
  const saved = async () => {
    const { body } = await call(archive, "GET", "/api/links/");
    return body as {
      id: string;
      url: string;
      title: string;
      tags: string[];
      folder_id: number;
      is_favorite: boolean;
    }[];
  };
  expect(await saved()).toMatchObject([{ url: page.url(), title: "Rye" }]);
  const [link] = await saved();
  const { body } = await call(archive, "GET", `/api/links/${link?.id}/history`);
  const { history } = body as { history: unknown[] };
  expect(history[0]).toMatchObject({ what: "saved", origin: { kind: "extension" } });

  await installed.buttons.press(page.url());
  const panel = await installed.buttons.panel();
  await expect.poll(() => panel.text()).toContain("View in your archive");
  expect(await panel.text()).toContain("Saved");
  await panel.evaluate("document.querySelector('input').select()");
  await panel.type("Rye bread");
  await panel.evaluate("document.getElementById('folder').focus()");
  await panel.type("kitch");
  expect(await panel.evaluate("document.querySelector('#folder-list').textContent")).toBe("Kitchen");
  await panel.press("Enter", "\r");
  expect(await panel.evaluate("document.getElementById('folder').value")).toBe("Kitchen");
  await panel.evaluate("document.getElementById('tag').focus()");
  await panel.type("baking");
  await panel.press("Enter", "\r");
  await panel.evaluate("document.querySelector('.favorite').focus()");
  await panel.press(" ", " ");
  await panel.evaluate("document.querySelector('textarea').focus()");
  await panel.type("from the bakery");
  await panel.evaluate("document.querySelector('input').focus()");
  const filed = { title: "Rye bread", tags: ["baking"], is_favorite: true, notes: "from the bakery" };
  await expect.poll(saved).toMatchObject([{ ...filed, folder_id: expect.any(Number) }]);

  await panel.click("Undo");
  await expect.poll(() => panel.text()).toContain("Removed from your archive.");
  expect(await saved()).toEqual([]);
  await expect.poll(installed.badge).toEqual({ text: "", title: "Save to Satchel" });
  await panel.click("Restore");
  await expect.poll(saved).toHaveLength(1);
});

test("given a page with a picture, when it is saved and the panel is opened, then its picture is there", async ({
  archive,
  installed,
}) => {
  expect(archive.url()).toMatch(/links$/);
  const page = await installed.context.newPage();
  await page.goto(pageUrl("A pictured page"));
  await installed.buttons.press(page.url());
  await expect.poll(installed.badge).toMatchObject({ text: "✓" });
  await installed.buttons.press(page.url());
  const panel = await installed.buttons.panel();
  const width = () => panel.evaluate<number>("document.querySelector('.picture img')?.naturalWidth ?? 0");
  await expect.poll(width).toBeGreaterThan(0);
});

test("given a page behind a login, when it is kept as it is seen, then the copy has what scripts and the login showed", async ({
  archive,
  installed,
}) => {
  const page = await installed.context.newPage();
  await page.goto(siteUrl("Members"));
  await page.evaluate(() => {
    const members = document.createElement("section");
    members.innerHTML = "<h2>For members alone</h2><img src='/figure.png' alt='Seen'><a href='/more'>More</a>";
    const shadow = document.createElement("div");
    shadow.attachShadow({ mode: "open" }).innerHTML = "<p>Within a shadow tree, <slot></slot></p>";
    shadow.append("slotted");
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("h2 { color: rgb(1, 2, 3); background: url('/figure.png') }");
    document.adoptedStyleSheets = [sheet];
    document.body.append(members, shadow);
  });
  await installed.buttons.press(page.url());
  await expect.poll(installed.badge).toMatchObject({ text: "✓" });
  await installed.buttons.press(page.url());
  const panel = await installed.buttons.panel();
  await expect.poll(() => panel.text()).toContain("Keep what I see");
  await panel.click("Keep what I see");
  await expect.poll(() => panel.text()).toContain("Kept as you see it");

  const [link] = (await call(archive, "GET", "/api/links/")).body as { id: string }[];
  const seen = async () => {
    const { body } = await call(archive, "GET", `/api/links/${link?.id}/copies`);
    return (body as LinkCopies).copies.find(({ source }) => source === "extension");
  };
  await expect.poll(async () => (await seen())?.left_out).toBe(0);
  const copy = await installed.context.newPage();
  await copy.goto(new URL((await seen())?.open_url ?? "", archive.url()).href);
  await expect(copy.getByText("Within a shadow tree, slotted")).toBeVisible();
  const heading = copy.getByRole("heading", { name: "For members alone" });
  await expect(heading).toHaveCSS("color", "rgb(1, 2, 3)");
  await expect(heading).toHaveCSS("background-image", /\/files\/[0-9a-f]{20}\.png/);
  await expect(copy.getByRole("link", { name: "More" })).toHaveAttribute("href", new URL("/more", page.url()).href);
  const width = () => copy.getByAltText("Seen").evaluate((picture) => (picture as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
});

test("given a page that is kept, when the button is pressed, then it says so; given what is no web page, then it says why not", async ({
  archive,
  installed,
}) => {
  const page = await installed.context.newPage();
  await page.goto(siteUrl("Barley"));
  await call(archive, "POST", "/api/links/", { url: page.url(), title: "My own title" });
  await installed.buttons.press(page.url());
  await expect.poll(installed.badge).toMatchObject({ text: "✓", title: expect.stringContaining("Already") });
  expect((await call(archive, "GET", "/api/links/")).body).toMatchObject([{ title: "My own title" }]);

  await page.goto("chrome://version/");
  await expect.poll(installed.badge).toMatchObject({ text: "" });
  await installed.buttons.press(page.url());
  await expect.poll(installed.badge).toEqual({ text: "!", title: "Only web pages can be saved." });
});

test("given a server that can't be reached, when pages are saved, then they wait, are sent once it can be, and each once", async ({
  archive,
  gate,
  installed,
}) => {
  const page = await installed.context.newPage();
  gate.isOpen = false;
  for (const title of ["Oats", "Spelt"]) {
    await page.goto(siteUrl(title));
    await installed.buttons.press(page.url());
    await expect.poll(installed.badge).toMatchObject({ text: "…", title: expect.stringContaining("can't be reached") });
  }
  await installed.buttons.press(page.url());
  const panel = await installed.buttons.panel();
  await expect.poll(() => panel.text()).toMatch(/This page is waiting to be sent[^]*Waiting to be sent\s+Oats\s+Spelt/);

  const options = await installed.context.newPage();
  await options.goto(installed.pageOf("options.html"));
  await options.getByRole("button", { name: "Remove Oats from the queue" }).click();
  await expect(options.getByText("Oats")).toHaveCount(0);

  gate.isOpen = true;
  gate.passed.length = 0;
  await page.bringToFront();
  await page.goto(siteUrl("Millet"));
  await installed.buttons.press(page.url());
  await expect.poll(installed.badge).toMatchObject({ text: "✓" });
  await options.reload();
  await expect(options.getByText("Nothing is waiting.")).toBeVisible();
  expect(gate.passed.filter((call) => call === "POST /api/links/")).toHaveLength(2);
  const { body } = await call(archive, "GET", "/api/links/");
  expect((body as { title: string }[]).map(({ title }) => title)).toEqual(["Millet", "Spelt"]);
});

test("given a page that waits for one person, when another one connects, then it stays the first one's", async ({
  archive,
  gate,
  installed,
}) => {
  const page = await installed.context.newPage();
  gate.isOpen = false;
  await page.goto(siteUrl("Rye"));
  await installed.buttons.press(page.url());
  await expect.poll(installed.badge).toMatchObject({ text: "…" });
  const options = await installed.context.newPage();
  await options.goto(installed.pageOf("options.html"));
  await options.getByRole("button", { name: "Sign out" }).click();
  await expect(options.getByText("Not connected yet.")).toBeVisible();
  gate.isOpen = true;

  await installed.context.clearCookies();
  await signIn(archive, `ben-${randomUUID().slice(0, 8)}@post.example`);
  const bens = await connect(installed, gate.url);
  await expect(bens.getByText(/Sent once anna-.* is connected again/)).toBeVisible();
  await page.bringToFront();
  await page.goto(siteUrl("Oats"));
  await installed.buttons.press(page.url());
  await expect.poll(installed.badge).toMatchObject({ text: "✓" });
  expect((await call(archive, "GET", "/api/links/")).body).toMatchObject([{ title: "Oats" }]);
});

test("given a session that was ended elsewhere, when a page is saved, then it waits, and goes out with the next connection", async ({
  archive,
  gate,
  installed,
}) => {
  const { body } = await call(archive, "GET", "/api/users/me/sessions");
  const { sessions } = body as { sessions: { id: string; device: string; is_current: boolean }[] };
  const mine = sessions.find(({ is_current }) => !is_current);
  expect(mine?.device).toBe("Chrome extension");
  expect((await call(archive, "DELETE", `/api/users/me/sessions/${mine?.id}`)).status).toBe(204);

  const page = await installed.context.newPage();
  await page.goto(siteUrl("Emmer"));
  await installed.buttons.press(page.url());
  await expect.poll(installed.badge).toMatchObject({ text: "…", title: expect.stringContaining("isn't connected") });
  expect((await call(archive, "GET", "/api/links/")).body).toEqual([]);

  const options = await connect(installed, gate.url);
  await expect(options.getByText("Nothing is waiting.")).toBeVisible();
  expect((await call(archive, "GET", "/api/links/")).body).toMatchObject([{ title: "Emmer" }]);

  await options.getByRole("button", { name: "Sign out" }).click();
  await expect(options.getByText("Not connected yet.")).toBeVisible();
  expect((await call(archive, "GET", "/api/users/me/sessions")).body).toMatchObject({
    sessions: [{ is_current: true }],
  });
});
