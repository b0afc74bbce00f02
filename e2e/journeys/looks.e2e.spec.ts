import type { Locator, Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { addresses } from "../support/environment.ts";
import { saveMany } from "../support/links.ts";
import { inProof } from "../support/proof.ts";
import { expect, row, signIn, test } from "../support/test.ts";

/** Makes a link's row as full as rows get: a folder, tags and visits. */
async function fillRow(page: Page, title: string): Promise<void> {
  const folder = (await call(page, "POST", "/api/folders/", { name: "Kitchen and garden" })).body as { id: number };
  const links = (await call(page, "GET", "/api/links/")).body as readonly { id: string; title: string }[];
  const id = links.find((link) => link.title === title)?.id ?? "";
  const tags = ["bread", "baking", "slow food", "weekends", "letters"];
  expect((await call(page, "PATCH", `/api/links/${id}`, { folder_id: folder.id, tags })).status).toBe(200);
  expect((await call(page, "POST", `/api/links/${id}/visit`)).status).toBe(200);
}

/** Whether a link to visit is either not offered, or lies whole and free beside the actions. */
async function isFree(link: Locator): Promise<boolean> {
  return link.evaluate((element) => {
    const visit = element.querySelector(".link__visit");
    const text = element.querySelector(".link__text");
    if (visit === null || text === null) return false;
    const { left, right, top, bottom, width } = visit.getBoundingClientRect();
    if (width === 0) return true;
    const isOnTop = [left + 2, right - 2].every((x) =>
      visit.contains(document.elementFromPoint(x, (top + bottom) / 2)),
    );
    return isOnTop && right <= text.getBoundingClientRect().right;
  });
}

test(
  "a row's link to visit is never cut or under its actions, and its focus ring follows its corners",
  inProof,
  async ({ page, email }) => {
    await signIn(page, email);
    await saveMany(page, ["A page with much to say of it"]);
    await fillRow(page, "A page with much to say of it");
    await page.reload();
    const link = row(page, "A page with much to say of it");
    await expect(link).toContainText("letters");
    expect(await link.locator(".domain").evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    for (const width of [1440, 1000, 820]) {
      await page.setViewportSize({ width, height: 800 });
      await link.hover();
      await expect(link.locator(".link__acts")).toHaveCSS("opacity", "1");
      expect([width, await isFree(link)]).toEqual([width, true]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await link.getByRole("button", { name: "Details" }).click();
    await expect(page.getByRole("complementary", { name: "Link details" })).toBeVisible();
    await link.hover();
    expect(await isFree(link)).toBe(true);
    await page.keyboard.press("Escape");

    for (const key of ["1", "2", "3"]) {
      await page.keyboard.press(key);
      await page.keyboard.press("j");
      const [ring, corner] = await link.evaluate((element) => [
        getComputedStyle(element.querySelector(".link__title a") ?? element, "::after").borderRadius,
        getComputedStyle(element).borderRadius,
      ]);
      expect(ring).toBe(corner);
      expect(ring).not.toBe("0px");
    }
  },
);

test(
  "on paper a list has titles with addresses, tags and days, and nothing to press",
  inProof,
  async ({ page, email }) => {
    await signIn(page, email);
    await saveMany(page, ["A page on paper"]);
    const [{ id }] = (await call(page, "GET", "/api/links/")).body as [{ id: string }];
    await call(page, "PATCH", `/api/links/${id}`, { tags: ["ink"] });
    const link = row(page, "A page on paper");
    for (const view of ["Compact", "Masonry"]) {
      await page.getByRole("group", { name: "View" }).getByRole("button", { name: view, exact: true }).click();
      await expect(link.getByText("just now")).toBeVisible();
      await page.emulateMedia({ media: "print" });
      await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
      await expect(link.getByText(/^\w+ \d+, \d{4}$/)).toBeVisible();
      await expect(link.getByRole("link", { name: "#ink" })).toBeVisible();
      const after = link.getByRole("heading").getByRole("link");
      expect(await after.evaluate((title) => getComputedStyle(title, "::after").content)).toContain(
        "/pages/A%20page%20on%20paper",
      );
      for (const name of ["Select", "Newest first", "Add a link"])
        await expect(page.getByRole("button", { name })).toHaveCount(0);
      await expect(page.getByRole("searchbox")).toHaveCount(0);
      await page.emulateMedia({ media: "screen" });
      await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
      await expect(link.getByText("just now")).toBeVisible();
    }
  },
);

test("in a low window, as of a phone on its side, the sidebar scrolls as a whole", async ({ page, email }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await signIn(page, email);
  await call(page, "POST", "/api/folders/", { name: "Kitchen", parent_folder_id: null });
  const views = page.getByRole("navigation", { name: "Views" });
  await expect(views.getByRole("link", { name: "Kitchen" })).toBeAttached();
  const isCut = (list: Element) => list.scrollHeight > list.clientHeight;
  expect(await views.evaluate(isCut)).toBe(false);
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("text areas have the page's own type, and dialogs one edge", inProof, async ({ page, email }) => {
  await signIn(page, email);
  await saveMany(page, ["A page"]);
  await row(page, "A page").hover();
  const sans = await page.locator("body").evaluate((body) => getComputedStyle(body).fontFamily);
  await page.getByRole("button", { name: "Add a link" }).click();
  await expect(page.getByLabel("Web addresses")).toHaveCSS("font-family", sans);
  await page.keyboard.press("Escape");
  await row(page, "A page").hover();
  await row(page, "A page").getByRole("button", { name: "Details" }).click();
  await expect(page.getByLabel("Notes")).toHaveCSS("font-family", sans);

  await page.keyboard.press("Escape");
  await row(page, "A page").hover();
  await row(page, "A page").getByRole("checkbox").check();
  await page.getByRole("toolbar").getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByRole("menuitem", { name: "Add tags…" }).click();
  const dialog = page.getByRole("dialog", { name: "Tag 1 link" });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const field = await dialog.locator(".dialog__body > :first-child").boundingBox();
    const foot = await dialog.locator(".actions > :last-child").boundingBox();
    const title = await dialog.getByRole("heading").boundingBox();
    expect([width, title?.x]).toEqual([width, field?.x]);
    const rightOf = (box: typeof field) => Math.round((box?.x ?? 0) + (box?.width ?? 0));
    expect([width, rightOf(foot)]).toEqual([width, rightOf(field)]);
  }
});

test(
  "beside the details a row says its site, folder and tags, tags begin at one side, and fields of sharing keep a distance",
  inProof,
  async ({ page, email }) => {
    await signIn(page, email);
    const kitchen = (await call(page, "POST", "/api/folders/", { name: "Kitchen" })).body as { id: number };
    const saved = await call(page, "POST", "/api/links/", {
      url: `${addresses().siteUrl}/articles/Tides`,
      folder_id: kitchen.id,
      tags: ["bread", "بحر"],
    });
    const { id } = saved.body as { id: string };
    await page.goto("/links");
    await expect(page.getByRole("link", { name: "Read in Satchel" })).toHaveCount(1);

    await page.goto(`/links?link=${id}`);
    await expect(page.getByLabel("Notes")).toBeVisible();
    for (const part of [".domain", ".where bdi"]) {
      const cut = await row(page, "Tides")
        .locator(part)
        .evaluate((text) => text.scrollWidth - text.clientWidth);
      expect([part, cut]).toEqual([part, 0]);
    }
    await expect(row(page, "Tides").getByRole("link", { name: "bread" })).toBeInViewport();

    await page.getByRole("button", { name: "Share…" }).click();
    const dialog = page.getByRole("dialog", { name: "Share" });
    const field = await dialog.getByRole("combobox").boundingBox();
    const foot = await dialog.getByRole("button", { name: "Share", exact: true }).boundingBox();
    expect((foot?.y ?? 0) - ((field?.y ?? 0) + (field?.height ?? 0))).toBeGreaterThanOrEqual(8);

    await page.goto("/tags");
    const names = page.locator(".taglist__name .tag");
    await expect(names).toHaveCount(2);
    const starts = await names.evaluateAll((all) =>
      all.map((name) => {
        const range = document.createRange();
        range.selectNodeContents(name);
        return Math.round(range.getBoundingClientRect().left - name.getBoundingClientRect().left);
      }),
    );
    expect(starts.every((start) => start < 20)).toBe(true);
  },
);

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("one's own address stands on one line of the settings", inProof, async ({ page, email }) => {
    await signIn(page, email);
    await page.getByRole("button", { name: "Folders" }).click();
    await page.getByRole("button", { name: "Settings" }).click();
    const address = page.getByRole("dialog").locator("dd").getByText(email);
    await expect(address).toBeVisible();
    expect((await address.boundingBox())?.height).toBeLessThan(30);
  });
});

test.describe("in Britain", () => {
  test.use({ locale: "en-GB" });

  test("dates are written as there", inProof, async ({ page, email }) => {
    await signIn(page, email);
    await page.getByRole("button", { name: "Settings" }).click();
    const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" }).format(new Date());
    await expect(page.getByRole("dialog").getByText(day)).toBeVisible();
  });
});

test("where nothing is found, what was meant and one's own tags and folders are offered", async ({ page, email }) => {
  await signIn(page, email);
  await saveMany(page, ["A loaf", "Another loaf"]);
  const links = (await call(page, "GET", "/api/links/")).body as readonly { id: string }[];
  await call(page, "PATCH", `/api/links/${links[0]?.id}`, { tags: ["sourdough"] });
  const folder = (await call(page, "POST", "/api/folders/", { name: "Kitchen" })).body as { id: number };
  await page.goto("/links?q=sourduohg");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Kitchen" })).toHaveAttribute("href", `/links?folder=${folder.id}`);
  await expect(main.getByRole("link", { name: "sourdough 1" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.goto("/links?q=sourduogh zzz");
  await main.getByRole("link", { name: "sourdough zzz" }).click();
  await expect(page).toHaveURL("/links?q=sourdough+zzz");
});

test("the site and the folder of a row lead to their links, and a folder's own list names it no more", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await saveMany(page, ["A page in a folder", "A page outside"]);
  await fillRow(page, "A page in a folder");
  await page.reload();
  const link = row(page, "A page in a folder");
  await link.getByRole("link", { name: "127.0.0.1" }).click();
  await expect(page).toHaveURL("/links?q=site%3A127.0.0.1");
  await link.getByRole("link", { name: "Kitchen and garden" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Kitchen and garden" })).toBeVisible();
  await expect(row(page, "A page outside")).toBeHidden();
  await expect(link).toBeVisible();
  await expect(link.getByRole("link", { name: "Kitchen and garden" })).toBeHidden();
});

test("a long description shows four lines, and all of it when asked", inProof, async ({ page, email }) => {
  await signIn(page, email);
  await saveMany(page, ["A page with a story"]);
  const [{ id }] = (await call(page, "GET", "/api/links/")).body as [{ id: string }];
  const description = Array.from({ length: 40 }, (_, n) => `Sentence number ${n}.`).join(" ");
  await call(page, "PATCH", `/api/links/${id}`, { description });
  await page.goto(`/links?link=${id}`);
  const panel = page.getByRole("complementary", { name: "Link details" });
  const text = panel.getByText("Sentence number 0");
  const heightOf = async () => (await text.boundingBox())?.height ?? 0;
  const less = await heightOf();
  await panel.getByRole("button", { name: "More", exact: true }).click();
  expect(await heightOf()).toBeGreaterThan(2 * less);
  await panel.getByRole("button", { name: "Less", exact: true }).click();
  expect(await heightOf()).toBe(less);
});

test("folders that can't be loaded are told where they would be, and once", inProof, async ({ page, email }) => {
  await signIn(page, email);
  await page.route(/\/api\/(links|folders)\/(\?|$)/, (route) => route.fulfill({ status: 500, json: { detail: "no" } }));
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your links could not be loaded" })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(1);
  const sidebar = page.getByRole("complementary", { name: "Folders" });
  await expect(sidebar.getByRole("button", { name: "Try Again" })).toBeVisible();
});

test("what is wrong with an address is said below the field, in the page's words", inProof, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Please enter your email address.")).toBeVisible();
  const field = page.getByLabel("Your email address");
  await expect(field).toBeFocused();
  await field.fill("anna");
  await expect(page.getByText("Please enter your email address.")).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(page.getByText("It needs an @, as in you@example.com.")).toBeVisible();
});

test(
  "a compact row shows that its page could not be read, and a card its folder and tags",
  inProof,
  async ({ page, email }) => {
    await signIn(page, email);
    const url = `${addresses().siteUrl}/none/rye`;
    expect((await call(page, "POST", "/api/links/", { url, title: "A page that is not there" })).status).toBe(201);
    await saveMany(page, ["A page of a folder"]);
    await fillRow(page, "A page of a folder");
    await page.reload();
    const [unread, filed] = [row(page, "A page that is not there"), row(page, "A page of a folder")];
    const reason = "The page was not found, or its site answered with an error.";
    await expect(unread.getByText(reason)).toBeVisible();

    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.keyboard.press("3");
      await expect(unread.getByTitle(reason).locator("svg")).toBeVisible();
      await expect(filed.getByTitle(reason)).toHaveCount(0);
      await page.keyboard.press("2");
      await expect(unread.getByTitle(reason)).toHaveCount(0);
      await expect(filed.getByRole("link", { name: "Kitchen and garden" })).toBeVisible();
      await expect(filed.getByRole("link", { name: "bread" })).toBeVisible();
      const [card, folder] = [await filed.boundingBox(), await filed.locator(".link__sorts").boundingBox()];
      expect((folder?.x ?? 0) + (folder?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0));
      expect(await violations(page)).toEqual([]);
    }
    await filed.getByRole("link", { name: "Kitchen and garden" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Kitchen and garden" })).toBeVisible();
  },
);

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("what a finger presses says so by itself, without the browser's flash", inProof, async ({ page, email }) => {
    await signIn(page, email);
    await saveMany(page, ["A page to press"]);
    const anchor = row(page, "A page to press").getByRole("heading").getByRole("link");
    await expect(anchor).toHaveCSS("-webkit-tap-highlight-color", "rgba(0, 0, 0, 0)");
    const ground = () => anchor.evaluate((element) => getComputedStyle(element, "::after").backgroundColor);
    const atRest = await ground();
    await anchor.hover();
    await page.mouse.down();
    await expect.poll(ground).not.toBe(atRest);
    // Let go elsewhere: nothing is opened.
    await page.mouse.move(4, 4);
    await page.mouse.up();
    await expect.poll(ground).toBe(atRest);
  });

  test(
    "what is done to a link of a long title can be taken back: the button is on the screen, and the words are whole",
    inProof,
    async ({ page, email }) => {
      await signIn(page, email);
      const title = "A field guide to the trees of a city in a long and very cold winter";
      await saveMany(page, [title]);
      await call(page, "POST", "/api/folders/", { name: "Donaudampfschifffahrtsgesellschaft" });
      await row(page, title)
        .getByRole("button", { name: `More for ${title}` })
        .click();
      await page.getByRole("menuitem", { name: "Move to…" }).click();
      await page.getByRole("dialog").getByText("Donaudampfschifffahrtsgesellschaft").click();
      const toast = page.getByRole("status").filter({ hasText: "moved to Donau" });
      await expect(toast.getByRole("button", { name: "Undo" })).toBeInViewport({ ratio: 1 });
      const cut = await toast.locator("span").evaluate((words) => words.scrollWidth - words.clientWidth);
      expect(cut).toBe(0);
      await toast.getByRole("button", { name: "Undo" }).click();
      await expect(toast).toHaveCount(0);
    },
  );
});

test("a size that is seen one frame later is no error to tell of, and one that was thrown is", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await expect(page.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();
  const told = page.getByRole("alert").getByText("An unexpected error occurred.");
  // As masonry does where pictures are taller than they seemed.
  await page.evaluate(
    () =>
      new Promise<unknown>((resolve) => {
        addEventListener("error", resolve, { once: true });
        const box = document.body.appendChild(document.createElement("div"));
        new ResizeObserver(() => {
          if (box.offsetHeight < 100) box.style.height = `${box.offsetHeight + 10}px`;
        }).observe(box);
      }),
  );
  // By then a message would be there.
  await page.getByRole("button", { name: "Add a link" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await told.count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.evaluate(() => dispatchEvent(new ErrorEvent("error", { error: new Error("thrown") })));
  await expect(told).toBeVisible();
});

test("nothing of the link to skip to the list is seen before it has the focus", async ({ page, email }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page, email);
  await expect(page.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();
  const skip = page.getByRole("link", { name: "Skip to the links" });
  const shadow = (): Promise<string> => skip.evaluate((it) => getComputedStyle(it).boxShadow);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  // The shadow of what floats would reach into the page.
  const resting = await shadow();
  await page.keyboard.press("Tab");
  await expect(skip).toBeFocused();
  expect(await shadow()).not.toBe(resting);
});
