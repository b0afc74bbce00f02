import { createServer, type AddressInfo } from "node:net";
import { call } from "../support/call.ts";
import type { Panel } from "./cdp.ts";
import { expect, type Installed, siteUrl, test } from "./test.ts";

interface Saved {
  readonly title: string;
  readonly notes: string | null;
  readonly tags: readonly string[];
  readonly is_favorite: boolean;
}

/** Saves a page of the test's site, and opens the panel on it. */
async function openOn(installed: Installed, title: string): Promise<Panel> {
  const page = await installed.context.newPage();
  await page.goto(siteUrl(title));
  await installed.buttons.press(page.url());
  await expect.poll(installed.badge).toMatchObject({ text: "✓" });
  return openAgain(installed, title);
}

async function openAgain(installed: Installed, title: string): Promise<Panel> {
  await installed.buttons.press(siteUrl(title));
  const panel = await installed.buttons.panel();
  await expect.poll(() => panel.text()).toContain("View in your archive");
  return panel;
}

const focus = (panel: Panel, selector: string): Promise<void> =>
  panel.evaluate(`document.querySelector(${JSON.stringify(selector)}).focus()`);

/** Whether a text is where it can be seen without scrolling. */
const isInView = (panel: Panel, text: string): Promise<boolean> =>
  panel.evaluate(`[...document.querySelectorAll("p")].some((each) => {
    const { top, bottom, height } = each.getBoundingClientRect();
    return each.textContent.includes(${JSON.stringify(text)}) && height > 0 && top >= 0 && bottom <= innerHeight;
  })`);

test("given something that was typed in the panel, when it closes, then it is saved", async ({
  archive,
  installed,
}) => {
  const saved = async () => ((await call(archive, "GET", "/api/links/")).body as Saved[])[0];
  let panel = await openOn(installed, "Rye");
  await focus(panel, "textarea");
  await panel.type("from the bakery");
  // Which takes the focus from the panel, so that it closes.
  const close = async () => (await installed.context.newPage()).close();
  await close();
  await expect.poll(saved).toMatchObject({ title: "Rye", notes: "from the bakery" });

  panel = await openAgain(installed, "Rye");
  await panel.evaluate("document.querySelector('input').select()");
  await panel.type("Rye bread");
  await close();
  await expect.poll(saved).toMatchObject({ title: "Rye bread", notes: "from the bakery" });

  panel = await openAgain(installed, "Rye");
  await focus(panel, "#tag");
  await panel.type("baking");
  await close();
  await expect.poll(saved).toMatchObject({ title: "Rye bread", notes: "from the bakery", tags: ["baking"] });
});

test("given a server that can't be reached, when something is changed in the panel, then it says so in view, and sends it when it is tried again", async ({
  archive,
  gate,
  installed,
}) => {
  const panel = await openOn(installed, "Rye");
  gate.isOpen = false;
  await focus(panel, "textarea");
  await panel.type("from the bakery");
  await focus(panel, ".favorite");
  await panel.press(" ", " ");
  await expect.poll(() => isInView(panel, "could not be saved")).toBe(true);
  gate.isOpen = true;
  await panel.click("Try again");
  await expect.poll(() => isInView(panel, "Change saved")).toBe(true);
  const links = (await call(archive, "GET", "/api/links/")).body as Saved[];
  expect(links).toMatchObject([{ notes: "from the bakery", is_favorite: true }]);
});

test("given a connection that was ended elsewhere, when the panel learns of it, then it says so, and keeps what was typed", async ({
  archive,
  installed,
}) => {
  const panel = await openOn(installed, "Rye");
  const { body } = await call(archive, "GET", "/api/users/me/sessions");
  const { sessions } = body as { sessions: { id: string; is_current: boolean }[] };
  const mine = sessions.find(({ is_current }) => !is_current);
  expect((await call(archive, "DELETE", `/api/users/me/sessions/${mine?.id}`)).status).toBe(204);
  await focus(panel, "textarea");
  // Until then another service may still take the token.
  await expect
    .poll(async () => {
      await panel.type("x");
      await panel.evaluate("document.activeElement.dispatchEvent(new Event('change'))");
      return isInView(panel, "the connection was ended");
    })
    .toBe(true);
  expect(await panel.evaluate("document.querySelector('textarea').value")).toMatch(/^x+$/);

  await (await installed.context.newPage()).close();
  await installed.buttons.press(siteUrl("Rye"));
  const next = await installed.buttons.panel();
  await expect.poll(() => next.text()).toMatch(/The connection to [\d.:]+ was ended/);
  expect(await next.text()).not.toContain("can't be reached");
});

test("given pages that wait, when they are to be sent now, then it is said that they can't be; or else the panel shows the page as saved", async ({
  archive,
  gate,
  installed,
}) => {
  expect(archive.url()).toMatch(/links$/);
  gate.isOpen = false;
  const page = await installed.context.newPage();
  await page.goto(siteUrl("Oats"));
  await installed.buttons.press(page.url());
  await expect.poll(installed.badge).toMatchObject({ text: "…", title: expect.stringContaining("can't be reached") });
  await installed.buttons.press(page.url());
  const panel = await installed.buttons.panel();
  await panel.click("Send now");
  await expect.poll(() => isInView(panel, "Satchel still can't be reached.")).toBe(true);
  gate.isOpen = true;
  await panel.click("Send now");
  await expect.poll(() => panel.text()).toContain("View in your archive");
  expect(await panel.text()).not.toContain("waiting to be sent");
});

test("given a server that accepts and does not answer, when it is to be connected, then the options say that they look for it", async ({
  installed,
}) => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const options = await installed.context.newPage();
  await options.goto(installed.pageOf("options.html"));
  const address = options.getByLabel("Address of your Satchel");
  await address.fill(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  await address.press("Enter");
  await expect(options.getByText("Looking for Satchel at this address…")).toBeVisible();
  await expect(options.getByText("or it can't be reached.")).toBeVisible();
  silent.close();
});
