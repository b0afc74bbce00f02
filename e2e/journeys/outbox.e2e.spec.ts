import { randomUUID } from "node:crypto";
import { rm, utimes, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { type Locator, type Page, test as base } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { addresses } from "../support/environment.ts";
import { codeMailedTo, confirmationMailedTo } from "../support/mail.ts";
import { inProof } from "../support/proof.ts";
import { expect, signIn, test } from "../support/test.ts";

/** The row of the mail to an address; other journeys have mails here, too. */
const rowOf = (page: Page, email: string): Locator => page.getByRole("listitem").filter({ hasText: email });

async function askForCode(page: Page, email: string): Promise<void> {
  expect(await call(page, "POST", "/api/auth/register", { email })).toMatchObject({ status: 200 });
}

/** Writes a mail into the outbox, to be removed by the caller. Its old time keeps it from the pages of other journeys. */
async function putMail(html: string): Promise<{ name: string; remove: () => Promise<void> }> {
  const name = `hostile-${randomUUID()}.eml`;
  const path = join(addresses().dataDir, "outbox", name);
  const head = "To: postmaster@localhost\r\nSubject: Hostile\r\nContent-Type: text/html; charset=utf-8\r\n\r\n";
  await writeFile(path, head + html);
  await utimes(path, 1, 1);
  return { name, remove: () => rm(path, { force: true }) };
}

test.describe("in a zone five and a half hours before UTC", () => {
  test.use({ timezoneId: "Asia/Kolkata", locale: "en-GB", permissions: ["clipboard-read", "clipboard-write"] });

  test("a mail appears on the open page by itself, as it was designed, in local time, and its code is copied by the keyboard", async ({
    page,
    email,
  }) => {
    await page.goto("/outbox");
    await expect(page.getByRole("heading", { name: "Outbox", level: 1 })).toBeVisible();
    await askForCode(page, email);
    const code = await codeMailedTo(email);

    const row = rowOf(page, email);
    await expect(row.getByRole("link")).toContainText(`${code} is your Satchel code`);
    const instant = await row.locator("time").getAttribute("datetime");
    const format = new Intl.DateTimeFormat("en-GB", {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: "Asia/Kolkata",
    });
    await expect(row.locator("time")).toHaveText(format.format(new Date(instant ?? "")));

    await row.getByRole("link").focus();
    await page.keyboard.press("Tab");
    await expect(row.getByRole("button", { name: `Copy code ${code}` })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status")).toHaveText("Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);

    await row.getByRole("link").click();
    await expect(page.getByRole("heading", { name: `${code} is your Satchel code`, level: 1 })).toBeVisible();
    const frame = page.frameLocator("iframe[title='The mail as its recipient sees it']");
    await expect(frame.getByText("Your sign-in code")).toBeVisible();
    await page.getByText("Plain text").click();
    await expect(page.locator("pre")).toContainText(code);
  });
});

test(
  "while the server does not answer, the page says so, and it goes on by itself afterwards",
  inProof,
  async ({ page, email }) => {
    await page.goto("/outbox");
    await page.route("**/outbox", (route) => route.abort());
    await expect(page.getByRole("status")).toHaveText("The server is not responding. Trying again…");
    await page.unroute("**/outbox");
    await askForCode(page, email);
    await expect(rowOf(page, email)).toBeVisible();
    await expect(page.getByText("New mails appear by themselves.").first()).toBeVisible();
  },
);

test(
  "a link in a mail opens in a tab of its own, which may do what every tab may",
  inProof,
  async ({ page, context, email }) => {
    await signIn(page, email);
    const other = `other-${email}`;
    expect(await call(page, "POST", "/api/sender-emails/", { email: other })).toMatchObject({ status: 201 });
    await confirmationMailedTo(other);
    await page.goto("/outbox");
    await rowOf(page, other).getByRole("link").click();
    await expect(page).toHaveURL(/\.eml$/);

    const opened = context.waitForEvent("page");
    await page.frameLocator("iframe").getByRole("link", { name: "Confirm this address" }).click();

    const tab = await opened;
    await expect(tab).toHaveURL(/\/confirm-address/);
    await expect(tab.getByText(other).first()).toBeVisible();
    expect(await tab.evaluate(() => window.opener === null)).toBe(true);
    await expect(page).toHaveURL(/\.eml$/);
  },
);

test(
  "on a phone there is the list or the mail, nothing is wider than the screen, and neither has barriers",
  inProof,
  async ({ page, email }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/outbox");
    await askForCode(page, email);
    const link = rowOf(page, email).getByRole("link");
    await expect(link).toBeVisible();
    await expect(page.getByRole("article")).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await violations(page)).toEqual([]);

    await link.click();
    await expect(page.getByRole("article")).toBeVisible();
    await expect(page.getByRole("list")).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await violations(page)).toEqual([]);

    await page.getByRole("link", { name: "All mails" }).click();
    await expect(page.getByRole("heading", { name: "Outbox", level: 1 })).toBeVisible();
  },
);

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("the outbox is in German, and has no barriers", inProof, async ({ page, email }) => {
    await page.goto("/outbox");
    await askForCode(page, email);
    await expect(rowOf(page, email).getByRole("button", { name: "Code kopieren" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});

// Without the fixture that reports what the policies forbid: here they have to.
base(
  "a hostile mail runs no script, calls no other host, and navigates neither its frame nor the page",
  async ({ page, context }) => {
    const { url } = addresses();
    let connections = 0;
    const foreign = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => foreign.listen(0, "127.0.0.1", resolve));
    const there = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
    const mail = await putMail(`<!doctype html><html><head>
<base href="${there}/" target="_top">
<link rel="preconnect" href="${there}"><LINK rel=dns-prefetch href="${there}"><link/rel="stylesheet" href="${there}/a.css">
<link rel="prefetch" href="${there}/b"><link rel="modulepreload" href="${there}/c.js"><link rel="icon" href="${there}/i.png">
<meta http-equiv="refresh" content="0; url=${there}/refreshed">
<style>@import "${there}/d.css"; @font-face { font-family: f; src: url(${there}/f.woff2) } p { font-family: f; background: url(${there}/e.png) }</style>
<script>top.location = "${there}/top"</script><script src="${there}/g.js"></script></head>
<body onload="alert(1)"><p>The mail is here</p><img src="${there}/h.png" onerror="alert(2)"><img src=x onerror="alert(3)">
<svg onload="alert(4)"><image href="${there}/j.png"/></svg><video src="${there}/k.mp4" poster="${there}/l.png" autoplay></video>
<iframe src="${there}/m"></iframe><iframe srcdoc="<script>parent.parent.location='${there}/n'</script>"></iframe>
<object data="${there}/o"></object><embed src="${there}/p"><form action="${there}/q" target="_top"><button>Send it</button></form>
<a href="javascript:alert(5)">script</a> <a href="javascript:top.location='${there}/r'" target="_top">script above</a>
<a href="/outbox" target="_top">above</a> <a href="${there}/s" target="_self">itself</a></body></html>`);
    const dialogs: string[] = [];
    context.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const requested: string[] = [];
    context.on("request", (request) => requested.push(request.url()));

    try {
      await page.goto(`${url}/outbox/${mail.name}`);
      const frame = page.frameLocator("iframe");
      await expect(frame.getByText("The mail is here")).toBeVisible();
      for (const name of ["script", "script above", "above", "itself"]) {
        await frame.getByRole("link", { name, exact: true }).click();
      }
      await expect(page).toHaveURL(`${url}/outbox/${mail.name}`);
      // What would call another host does so at once; three further looks for new mails pass meanwhile.
      for (let look = 0; look < 3; look++) await page.waitForResponse(`${url}/outbox`);

      await expect(page).toHaveURL(`${url}/outbox/${mail.name}`);
      await expect(page.getByRole("heading", { name: "Hostile", level: 1 })).toBeVisible();
      expect(dialogs).toEqual([]);
      expect(connections).toBe(0);

      // Its document alone in a tab is as powerless.
      await page.goto(`${url}/outbox/${mail.name}/html`);
      await expect(page.getByText("The mail is here")).toBeVisible();
      expect(dialogs).toEqual([]);
      expect(connections).toBe(0);
    } finally {
      await mail.remove();
      await new Promise((resolve) => foreign.close(resolve));
    }
  },
);
