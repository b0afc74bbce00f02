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

test("a link to the page of calls does not make it load a document from elsewhere", async ({ page, person }) => {
  await person.saves("A page by a program");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));

  await page.goto("/api/docs?url=https://elsewhere.example/a.json&configUrl=https://elsewhere.example/b.json", {
    waitUntil: "networkidle",
  });
  await page.goto("/api/docs");
  await expect(page.locator("#operations-tag-links")).toBeVisible();

  expect(asked.filter((url) => new URL(url).hostname === "elsewhere.example")).toEqual([]);
});
