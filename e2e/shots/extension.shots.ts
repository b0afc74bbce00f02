import { join } from "node:path";
import type { Page } from "@playwright/test";
import { call } from "../support/call.ts";
import { siteUrl, test } from "../extension/test.ts";
import { expect } from "../support/test.ts";

/** What the stores show, 1280 × 800. Needs the extension as `wxt build extension --mode e2e` makes it. */
const FOLDER = join(import.meta.dirname, "../../extension/store/shots");

const scene = (panel: string, scheme: string): string => `<!doctype html>
<html style="color-scheme:${scheme}"><body style="margin:0;width:1280px;height:800px;overflow:hidden;
  background:light-dark(#fbf9f6,#1d1a18);color:light-dark(#2b241f,#ece7e1);font:20px/32px Georgia,serif">
  <div style="max-width:620px;margin:96px 0 0 96px">
    <h1 style="font:500 44px/52px Georgia,serif;margin:0 0 24px">How lighthouses learned to speak</h1>
    <p>Before 1823 a lamp was a lamp: bright near by, lost a mile out. Augustin Fresnel cut the lens into rings, and a flame
    that four candles could have fed was seen from beyond the horizon.</p>
    <p>What made it a language came later. Turn the rings, and the light blinks; blink in a pattern, and a sailor knows which
    rock is ahead. Every tower got a sentence of its own, and learned to repeat it all night long.</p>
  </div>
  <img src="data:image/png;base64,${panel}" width="360" alt=""
    style="position:absolute;top:24px;right:40px;border-radius:12px;box-shadow:0 12px 48px #0006">
</body></html>`;

async function shoot(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

test("the pictures for the stores", async ({ archive, installed }) => {
  await call(archive, "POST", "/api/folders/", { name: "Reading", parent_folder_id: null });
  const page = await installed.context.newPage();
  await page.goto(siteUrl("How lighthouses learned to speak"));
  await installed.buttons.press(page.url());
  await expect.poll(installed.badge).toMatchObject({ text: "✓" });
  await installed.buttons.press(page.url());
  const panel = await installed.buttons.panel();
  await expect.poll(() => panel.text()).toContain("Undo");
  await panel.evaluate("document.getElementById('tag').focus()");
  await panel.type("light");
  await panel.press("Enter", "\r");
  await expect.poll(() => panel.text()).toContain("Change saved");
  for (const scheme of ["light", "dark"] as const) {
    await panel.colors(scheme);
    await page.setContent(scene(await panel.picture(), scheme));
    await shoot(page, `panel-${scheme}`);
  }
  const options = await installed.context.newPage();
  await options.goto(installed.pageOf("options.html"));
  await shoot(options, "options");
});
