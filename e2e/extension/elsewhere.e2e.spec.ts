import type { Worker } from "@playwright/test";
import { call } from "../support/call.ts";
import { pageUrl } from "../support/test.ts";
import { expect, siteUrl, test } from "./test.ts";

/** Events of the browser's own windows, which no program can bring about, are handed to the extension's own listeners. */
declare const chrome: {
  readonly contextMenus: {
    readonly onClicked: { dispatch(info: object, tab?: object): void };
    update(id: string, properties: object): Promise<void>;
  };
  readonly omnibox: {
    readonly onInputChanged: { dispatch(text: string, suggest: (found: unknown[]) => void): void };
    readonly onInputEntered: { dispatch(text: string, disposition: string): void };
  };
  readonly tabs: { query(filter: object): Promise<{ readonly id: number; readonly windowId: number }[]> };
};

/** Chooses an entry of the context menu; fails where there is none of that name. */
const choose = (worker: Worker, id: string, info: object): Promise<void> =>
  worker.evaluate(
    async ([id, info]) => {
      await chrome.contextMenus.update(id, {});
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      chrome.contextMenus.onClicked.dispatch({ menuItemId: id, ...info }, tab);
    },
    [id, info] as const,
  );

test("given the context menu, when a page, a link, an address or a text is chosen, then each is saved, the text as a note", async ({
  archive,
  installed: { context, worker, badge },
}) => {
  const links = async () => (await call(archive, "GET", "/api/links/")).body as { url: string; notes: string | null }[];
  const page = await context.newPage();
  await page.goto(siteUrl("Rye"));
  await choose(worker, "page", { pageUrl: page.url() });
  await expect.poll(badge).toMatchObject({ text: "✓" });
  await choose(worker, "link", { pageUrl: page.url(), linkUrl: siteUrl("Oats") });
  await expect.poll(links).toHaveLength(2);
  await choose(worker, "selection", { pageUrl: page.url(), selectionText: ` ${siteUrl("Spelt")}\n` });
  await expect.poll(links).toHaveLength(3);
  await choose(worker, "selection", { pageUrl: page.url(), selectionText: "Bake at 240°" });
  await expect.poll(async () => (await links())[0]).toMatchObject({ url: page.url(), notes: "Bake at 240°" });
  expect((await links()).map(({ url }) => url)).toEqual([page.url(), siteUrl("Spelt"), siteUrl("Oats")]);

  await choose(worker, "link", { pageUrl: page.url(), linkUrl: "javascript:alert(1)" });
  await expect.poll(badge).toEqual({ text: "!", title: "Only web pages can be saved." });
  expect(await links()).toHaveLength(3);
});

test("given an archive, when something is typed after sa, then links are offered, escaped; Enter leads to one of them or to the search", async ({
  archive,
  gate,
  installed: { context, worker },
}) => {
  await call(archive, "POST", "/api/links/", { url: pageUrl("Rye"), title: "<b>Rye</b> & oats" });
  await call(archive, "POST", "/api/links/", { url: pageUrl("Barley"), title: "Barley" });
  const found = await worker.evaluate(
    () => new Promise<unknown[]>((resolve) => chrome.omnibox.onInputChanged.dispatch("rye", resolve)),
  );
  expect(found).toHaveLength(1);
  const [{ content, description }] = found as [{ content: string; description: string }];
  expect(content).toBe(pageUrl("Rye"));
  expect(description).toMatch(/&lt;b&gt;(<match>)?Rye(<\/match>)?&lt;\/b&gt; &amp; oats/);

  const enter = async (text: string): Promise<string> => {
    const [opened] = await Promise.all([
      context.waitForEvent("page"),
      worker.evaluate((text) => chrome.omnibox.onInputEntered.dispatch(text, "newForegroundTab"), text),
    ]);
    await opened.waitForURL(/^http/);
    return opened.url();
  };
  expect(await enter(content)).toBe(pageUrl("Rye"));
  const visits = async () =>
    ((await call(archive, "GET", "/api/links/")).body as { visit_count: number }[]).map((link) => link.visit_count);
  await expect.poll(visits).toEqual([0, 1]);
  expect(await enter("rye & oats")).toBe(`${gate.url}/links?q=rye+%26+oats`);
});

test.describe("given the permission to see tabs", () => {
  test.use({ build: "e2e-tabs" });

  test("when all tabs of a window are to be saved, then they go into the chosen folder, or into a new one", async ({
    archive,
    installed,
  }) => {
    await call(archive, "POST", "/api/folders/", { name: "Kitchen", parent_folder_id: null });
    const [rye, oats] = [await installed.context.newPage(), await installed.context.newPage()];
    await rye.goto(siteUrl("Rye"));
    await oats.goto(siteUrl("Oats"));
    await installed.buttons.press(oats.url());
    await expect.poll(installed.badge).toMatchObject({ text: "✓" });
    await installed.buttons.press(oats.url());
    const panel = await installed.buttons.panel();
    await expect.poll(() => panel.text()).toContain("Undo");
    await panel.click("Save all tabs of this window");
    await panel.evaluate(
      "(() => { const select = document.querySelector('details select'); select.value = select.options[1].value; })()",
    );
    await panel.click("Save all tabs");
    const inKitchen = async () => {
      const [kitchen] = (await call(archive, "GET", "/api/folders/")).body as { id: number; name: string }[];
      const { body } = await call(archive, "GET", `/api/links/?folder_id=${kitchen?.id}`);
      return (body as { url: string }[]).map(({ url }) => url);
    };
    // With the archive's own page: all tabs are all tabs.
    await expect.poll(inKitchen).toEqual(expect.arrayContaining([rye.url(), oats.url()]));

    await panel.evaluate("(() => { const select = document.querySelector('details select'); select.value = ''; })()");
    await panel.click("Save all tabs");
    const names = async () =>
      ((await call(archive, "GET", "/api/folders/")).body as { name: string }[]).map(({ name }) => name);
    await expect.poll(names).toEqual(["Kitchen", expect.stringMatching(/^Tabs, /)]);
    await expect.poll(inKitchen).toEqual([]);
  });
});
