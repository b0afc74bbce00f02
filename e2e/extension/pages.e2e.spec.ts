import axe from "axe-core";
import { violations } from "../support/axe.ts";
import { signIn } from "../support/test.ts";
import { expect, siteUrl, test } from "./test.ts";

test("given the panel and the options, in the light and in the dark, then axe finds nothing, and Tab goes through all of it", async ({
  archive,
  gate,
  installed,
}) => {
  expect(archive.url()).toContain(gate.url);
  const page = await installed.context.newPage();
  await page.goto(siteUrl("Rye"));
  await installed.buttons.press(page.url());
  await expect.poll(installed.badge).toMatchObject({ text: "✓" });
  await installed.buttons.press(page.url());
  const panel = await installed.buttons.panel();
  await expect.poll(() => panel.text()).toContain("Save all tabs of this window");
  await panel.click("Save all tabs of this window");
  await panel.evaluate(axe.source);
  for (const scheme of ["light", "dark"] as const) {
    await panel.colors(scheme);
    const found = await panel.evaluate<string[]>(
      "axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)))",
    );
    expect(found).toEqual([]);
  }
  const wanted = ["Open your archive", "Options", "Favorite", "Undo", "Save all tabs"];
  const reached = new Set<string>();
  // Some three rounds of what the panel has then.
  for (let n = 0; n < 40 && !wanted.every((name) => reached.has(name)); n += 1) {
    reached.add(
      await panel.evaluate(
        "document.activeElement.textContent || document.activeElement.ariaLabel || document.activeElement.id",
      ),
    );
    await panel.press("Tab");
  }
  expect([...reached]).toEqual(expect.arrayContaining(wanted));

  const options = await installed.context.newPage();
  await options.goto(installed.pageOf("options.html"));
  await expect(options.getByText(/^Connected as anna-/)).toBeVisible();
  expect(await violations(options)).toEqual([]);
});

test("given a wish for the panel first, when the button is pressed, then nothing is saved before it is said", async ({
  archive,
  installed,
}) => {
  expect(archive.url()).toMatch(/links$/);
  const options = await installed.context.newPage();
  await options.goto(installed.pageOf("options.html"));
  await options.getByLabel("Open the panel first").check();
  const page = await installed.context.newPage();
  await page.goto(siteUrl("Rye"));
  await installed.buttons.press(page.url());
  const panel = await installed.buttons.panel();
  await expect.poll(() => panel.text()).toContain("This page is not in your archive.");
  await panel.press("Enter", "\r");
  await expect.poll(() => panel.text()).toContain("Undo");
  expect(await installed.badge()).toMatchObject({ text: "✓" });
});

test("given a consent that is refused, or an address that is none, then the options say so", async ({
  gate,
  installed,
  email,
}) => {
  await signIn(await installed.context.newPage(), email);
  const options = await installed.context.newPage();
  await options.goto(installed.pageOf("options.html"));
  const server = options.getByLabel("Address of your Satchel");
  await server.fill("http://satchel.example");
  await server.press("Enter");
  await expect(
    options.getByText("The address must begin with https://, except for this computer itself."),
  ).toBeVisible();
  await expect(server).toHaveAttribute("aria-invalid", "true");

  await server.fill(gate.url);
  const [consent] = await Promise.all([installed.context.waitForEvent("page"), server.press("Enter")]);
  await consent.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(options.getByText("The connection was canceled.")).toBeVisible();
  await expect(options.getByText("Not connected yet.")).toBeVisible();
});
