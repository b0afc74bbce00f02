import { expect, test } from "../support/test.ts";

test.use({ serviceWorkers: "allow", reuseContext: false });

test("a notification that is pushed is shown with its words, its tag and what it opens", async ({
  page,
  context,
  person,
}) => {
  await person.saves("Rye bread in three days");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));

  // As text, because the types of these tests are those of a page. The browser of tests has no place to show notifications, and
  // crashes; so it has no push service either.
  const shown = await worker.evaluate(`(async () => {
    const notices = [];
    self.registration.showNotification = async (...notice) => void notices.push(notice);
    const data = JSON.stringify({ title: "Rye bread", body: "By mail", tag: "arrived", path: "/links?q=is%3Adue" });
    self.dispatchEvent(new PushEvent("push", { data }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    return notices;
  })()`);

  expect(shown).toEqual([
    ["Rye bread", { body: "By mail", tag: "arrived", icon: "/icons/icon-192.png", data: "/links?q=is%3Adue" }],
  ]);
});
