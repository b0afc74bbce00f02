import type { Page, Request } from "@playwright/test";
import { call } from "../support/call.ts";
import { saveMany, titlesOf } from "../support/links.ts";
import { inProof } from "../support/proof.ts";
import { expect, row, signIn, test } from "../support/test.ts";

// A context each: what a service worker stored is not among what is emptied between journeys.
test.use({ serviceWorkers: "allow", reuseContext: false });

const waits = (count: number) =>
  count === 1 ? "1 change is waiting to be sent." : `${count} changes are waiting to be sent.`;

/** The calls that change something, as they leave the page. */
function changesOf(page: Page): Request[] {
  const sent: Request[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && /\/api\/links\//.test(request.url())) sent.push(request);
  });
  return sent;
}

const idOf = async (page: Page, title: string): Promise<string> => {
  const { body } = await call(page, "GET", "/api/links/");
  return (body as { id: string; title: string }[]).find((link) => link.title === title)?.id ?? "";
};

async function press(page: Page, title: string, key: string): Promise<void> {
  await row(page, title).getByRole("heading").getByRole("link").focus();
  await page.keyboard.press(key);
}

test("what is changed without a network waits, also through a reload, and is sent in order as it is there again", async ({
  page,
  context,
  email,
}) => {
  await signIn(page, email);
  await saveMany(page, ["page d", "page c", "page b", "page a"]);
  const folder = await call(page, "POST", "/api/folders/", { name: "Bread", parent_folder_id: null });
  const { id: bread } = folder.body as { id: number };
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await expect(row(page, "page a")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Bread/ })).toBeVisible();
  // What is shown is kept for reading offline.
  const kept = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((each) => each.startsWith("satchel.archive."));
      const cache = name === undefined ? undefined : await caches.open(name);
      const lengthOf = async (path: string) => {
        const answer = (await (await cache?.match(path))?.json()) as { data: { all?: number; length?: number } };
        return answer?.data.all ?? answer?.data.length;
      };
      const paths = ["/kept/api/links/?size=10", "/kept/api/links/counts", "/kept/api/folders/"];
      return await Promise.all(paths.map(lengthOf));
    });
  await expect.poll(kept).toEqual([4, 4, 1]);
  const toRefuse = await idOf(page, "page d");

  await context.setOffline(true);
  await press(page, "page a", "f");
  await expect(page.getByText(waits(1))).toBeVisible();
  await expect(page.getByRole("link", { name: "Favorites, 1" })).toBeVisible();
  await press(page, "page b", "Delete");
  await expect(page.getByText(waits(2))).toBeVisible();
  await expect(row(page, "page b")).toBeHidden();
  await press(page, "page c", "m");
  await page.getByRole("dialog").getByRole("button", { name: "Bread" }).click();
  await expect(page.getByText(waits(3))).toBeVisible();
  await press(page, "page d", "f");
  await expect(page.getByText(waits(4))).toBeVisible();

  await page.reload();
  await expect(page.getByText(waits(4))).toBeVisible();
  await expect(row(page, "page a")).toBeVisible();
  expect(await titlesOf(page)).toEqual(["page a", "page c", "page d"]);
  await expect(page.getByRole("link", { name: "All Links, 3" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Favorites, 2" })).toBeVisible();
  await expect(row(page, "page c").getByRole("link", { name: "Bread", exact: true })).toBeVisible();

  // Meanwhile one of them goes, as by another device: its change is refused, and that is said.
  const origin = new URL(page.url()).origin;
  expect((await context.request.delete(`/api/links/${toRefuse}`, { headers: { origin } })).status()).toBe(204);
  const sent = changesOf(page);
  await context.setOffline(false);
  await expect(page.getByText("Offline.")).toBeHidden();
  await expect(
    page.getByRole("alert").getByText("“page d” could not be changed as you wanted while offline."),
  ).toBeVisible();
  await expect.poll(() => titlesOf(page)).toEqual(["page a", "page c"]);
  await expect(page.getByRole("link", { name: "All Links, 2" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Favorites, 1" })).toBeVisible();
  expect(sent.map((request) => request.method())).toEqual(["PATCH", "DELETE", "PATCH", "PATCH"]);
  const links = (await call(page, "GET", "/api/links/")).body;
  expect(links).toMatchObject([
    { title: "page a", is_favorite: true },
    { title: "page c", folder_id: bread },
  ]);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("waiting")))).toEqual([]);
});

test(
  "a change whose answer was lost is sent again with the same key, and is done once",
  inProof,
  async ({ page, email }) => {
    await signIn(page, email);
    await saveMany(page, ["page a"]);
    await page.reload();
    await expect(row(page, "page a")).toBeVisible();
    const id = await idOf(page, "page a");
    const keys: string[] = [];
    await page.route(`**/api/links/${id}`, async (route) => {
      if (route.request().method() !== "PATCH") return route.continue();
      keys.push((await route.request().allHeaders())["idempotency-key"] ?? "none");
      const response = await route.fetch();
      // The server has done it; the page does not hear of it.
      return keys.length === 1 ? route.abort("connectionreset") : route.fulfill({ response });
    });
    await press(page, "page a", "f");
    await expect(page.getByRole("link", { name: "Favorites, 1" })).toBeVisible();
    await expect.poll(() => keys.length).toBe(2);
    expect(keys[1]).toBe(keys[0]);
    await expect(page.getByText(/^(Offline|Sending)/)).toBeHidden();
    const { body } = await call(page, "GET", `/api/links/${id}/history`);
    const { history } = body as { history: readonly { readonly what: string }[] };
    expect(history.filter(({ what }) => what === "changed")).toHaveLength(1);
  },
);
