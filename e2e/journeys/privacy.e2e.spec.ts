import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { INSTALLATION } from "../support/installation.ts";
import { inProof } from "../support/proof.ts";
import { expect, signIn, test } from "../support/test.ts";

const today = (language: string): string => new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(new Date());

const back = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Makes the page's browser say that its user reads these languages. */
const reads = (page: Page, languages: readonly string[]) =>
  page.addInitScript((list) => Object.defineProperty(navigator, "languages", { get: () => list }), languages);

test("the policy is in the reader's language, in German where that is not known, and in English on wish, in force from today", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Privacy", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "EN", exact: true })).toHaveAttribute("aria-pressed", "true");

  await reads(page, ["fr"]);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Datenschutz", exact: true })).toBeVisible();
  await expect(page.getByText(`Gültig ab ${today("de")}`, { exact: true })).toBeVisible();
  await expect(page.getByText(`${INSTALLATION.OPERATOR_NAME}, ${INSTALLATION.OPERATOR_ADDRESS}`)).toBeVisible();
  await expect(page.getByText("Gespeichert in der EU", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "DE", exact: true })).toHaveAttribute("aria-pressed", "true");

  await page.getByRole("button", { name: "EN", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy", exact: true })).toBeVisible();
  await expect(page.getByText(`Effective from ${today("en-GB")}`, { exact: true })).toBeVisible();
  for (const claim of ["Stored in the EU", "Passwords only hashed, with salt", "Session in HTTP-only cookies"]) {
    await expect(page.getByText(claim, { exact: true })).toBeVisible();
  }
  await expect(page.getByText("No tracking, no advertising", { exact: true })).toBeVisible();
  const mail = page.getByRole("link", { name: INSTALLATION.SUPPORT_ADDRESS, exact: true }).first();
  await expect(mail).toHaveAttribute("href", `mailto:${INSTALLATION.SUPPORT_ADDRESS}`);
  await back(page, "Back").click();
  await expect(page).toHaveURL("/");
});

test("the contents lead to a section, and back leads out of the policy all the same", inProof, async ({ page }) => {
  await reads(page, ["de-DE"]);
  await page.goto("/");
  await page.getByRole("link", { name: "Datenschutz", exact: true }).click();
  const contents = page.getByRole("navigation", { name: "Inhalt" });
  const cookies = contents.getByRole("link", { name: "Cookies und Speicher im Browser", exact: true });
  await cookies.click();
  await expect(page).toHaveURL("/privacy#cookies");
  const heading = page.getByRole("heading", { name: "Cookies und Speicher im Browser", exact: true });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(cookies).toHaveAttribute("aria-current", "location");
  await contents.getByRole("link", { name: "Wer verantwortlich ist", exact: true }).click();
  await expect(heading).not.toBeInViewport();

  await back(page, "Zurück").click();
  await expect(page).toHaveURL("/");
});

test("a link to a section opens there, and back leads home", inProof, async ({ page }) => {
  await reads(page, ["de-DE"]);
  await page.goto("/privacy#rights");
  await expect(page.getByRole("heading", { name: "Deine Rechte", exact: true })).toBeFocused();
  const rights = page.getByRole("link", { name: "Deine Rechte", exact: true });
  await expect(rights).toHaveAttribute("aria-current", "location");
  await back(page, "Zurück").evaluate((button: HTMLButtonElement) => {
    // A tab that was opened for this page has nothing before it.
    Object.defineProperty(history, "length", { value: 1 });
    button.click();
  });
  await expect(page).toHaveURL("/");
});

test("what the policy says of cookies is what the browser holds", async ({ page, email }) => {
  await reads(page, ["de-DE"]);
  await signIn(page, email);
  const cookies = await page.context().cookies();
  expect(cookies.length).toBeGreaterThan(0);
  await page.goto("/privacy");
  const told = page.getByRole("region", { name: "Cookies und Speicher im Browser" });
  for (const { name, httpOnly, sameSite } of cookies) {
    await expect(told.getByText(name, { exact: true })).toBeVisible();
    expect({ httpOnly, sameSite }).toEqual({ httpOnly: true, sameSite: "Lax" });
  }
  const days = Number(/(\d+) Tage/.exec((await told.textContent()) ?? "")?.[1]);
  const longest = Math.max(...cookies.map(({ expires }) => expires)) - Date.now() / 1000;
  expect(Math.round(longest / 86_400)).toBe(days);
});

test("whoever can't be told where to write to may ask again", inProof, async ({ page }) => {
  await reads(page, ["de-DE"]);
  await page.route("**/api/config", (route) => route.fulfill({ status: 500, json: { detail: "broken" } }));
  await page.goto("/privacy");
  await expect(page.getByText("die Adresse ließ sich gerade nicht laden").first()).toBeVisible();
  await page.unroute("**/api/config");
  await page.getByRole("button", { name: "Noch einmal versuchen", exact: true }).first().click();
  await expect(page.getByRole("link", { name: INSTALLATION.SUPPORT_ADDRESS, exact: true }).first()).toBeVisible();
});

test("the policy has no barriers in both languages, in the light and in the dark", inProof, async ({ page }) => {
  await page.goto("/privacy");
  await expect(page.getByRole("link", { name: INSTALLATION.SUPPORT_ADDRESS, exact: true }).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "EN", exact: true }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await violations(page)).toEqual([]);
});
