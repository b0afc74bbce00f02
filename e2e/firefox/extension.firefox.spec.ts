import { join } from "node:path";
import { addresses } from "../support/environment.ts";
import { siteUrl } from "../extension/test.ts";
import { signIn } from "../support/signing-in.ts";
import { expect } from "@playwright/test";
import { test } from "./test.ts";

const PACKAGE = join(import.meta.dirname, "../../extension/dist/firefox-mv3");

test("given the extension in Firefox, when it is connected and its button is pressed, then the page is saved; a second press opens the panel", async ({
  other: firefox,
  email,
}) => {
  const archive = await signIn(firefox, email);
  await firefox.install(PACKAGE);
  await expect
    .poll(() =>
      firefox.find("options.html").then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const options = await firefox.find("options.html");
  await options.press({ css: "#server" });
  await options.evaluate("document.getElementById('server').select()");
  await options.type(`${addresses().url}\uE007`);
  await firefox.allow();
  await expect
    .poll(() =>
      firefox.find("/connect?").then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const consent = await firefox.find("/connect?");
  await consent.press({ role: "button", name: "Connect" });
  await options.sees(`Connected as ${email}`);
  const device = `fetch("/api/users/me/sessions").then((answer) => answer.text())`;
  expect(await archive.evaluate<string>(device)).toContain("Firefox extension");

  const page = await firefox.open(siteUrl("Rye bread"));
  await firefox.pressButton(page);
  await expect.poll(() => firefox.button()).toBe("✓ Saved. Click again to file it or undo.");
  // A hidden tab hears nothing; it has what it missed once it is in front again.
  await (await firefox.find("/links")).sees("Rye bread");

  await firefox.pressButton(page);
  await expect.poll(() => firefox.panels()).toEqual([expect.stringContaining("/panel.html")]);
});
