import { expect, test } from "../support/test.ts";

test("the calls of the API are described in the page, and can be tried with its session", async ({ page, person }) => {
  await person.saves("A page by a program");
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(page.url()).origin) faults.push(request.url());
  });

  await page.goto("/api/docs");
  await page.locator("#operations-tag-links").click();
  const call = page.locator("#operations-links-listLinks");
  await call.locator(".opblock-summary").click();
  await call.getByRole("button", { name: "Try it out" }).click();
  await call.getByRole("button", { name: "Execute" }).click();

  await expect(call.getByText("A page by a program").first()).toBeVisible();
  expect(faults.filter((fault) => !fault.startsWith("data:"))).toEqual([]);
});
