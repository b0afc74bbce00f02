import { expect, test } from "../support/test.ts";

test.use({ serviceWorkers: "allow", reuseContext: false, permissions: ["notifications"] });

test("a notification that is pushed is shown with its words, and says what it opens", async ({
  page,
  context,
  person,
}) => {
  await person.saves("Rye bread in three days");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const devtools = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      for (const { registrationId } of registrations) resolve(registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await found;
  const notice = { title: "Rye bread", body: "By mail", tag: "arrived", path: "/links?q=is%3Adue" };
  for (const title of ["Rye bread", "2 links arrived"]) {
    const data = JSON.stringify({ ...notice, title });
    await devtools.send("ServiceWorker.deliverPushMessage", {
      origin: new URL(page.url()).origin,
      registrationId,
      data,
    });
  }
  // The later one with the same tag has replaced the one before.
  await expect
    .poll(() =>
      page.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag, data }) => [
          title,
          body,
          tag,
          data as unknown,
        ]),
      ),
    )
    .toEqual([["2 links arrived", "By mail", "arrived", "/links?q=is%3Adue"]]);
});
