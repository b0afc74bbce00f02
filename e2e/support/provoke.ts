import type { Page } from "@playwright/test";
import type { Row } from "../fixtures/catalogue.ts";
import { accountDialog, openAccount } from "./account.ts";
import { call } from "./call.ts";
import { enterAddress, PASSWORD, passwordField } from "./password.ts";
import { expect } from "./test.ts";

/** The page and the accounts of a message's test. */
export interface Scene {
  readonly page: Page;
  /** The address of the account that is signed in or will sign in. */
  readonly email: string;
  /** An address of another account. */
  readonly other: string;
}

/** How the page is made to show the messages of one place. */
interface Place {
  /** Method and path (a glob) of the call that the test answers instead of the server. */
  readonly call: readonly [method: string, path: string];
  /**
   * Where it begins: on a newly loaded page, unless it loads one by itself, or continues in the open form, which remains
   * after a refusal.
   */
  readonly begins?: "by itself" | "in the same form";
  /** Causes the message. @param typed the input of the row */
  readonly act: (scene: Scene, typed: string) => Promise<void>;
}

const pair = (typed: string): [string, string] => {
  const [first = "", second = first] = (typed === "" ? "long enough" : typed).split("/");
  return [first, second];
};

async function menuOf({ page }: Scene, folder: string, item: string): Promise<void> {
  await page.getByRole("link", { name: new RegExp(`^${folder}`) }).hover();
  await page.getByRole("button", { name: `More for ${folder}`, exact: true }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

async function createFolder(page: Page, button: string, field: string, name: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.getByLabel(field, { exact: true }).fill(name);
  await page.keyboard.press("Enter");
}

/** The places of the catalogue. The page is on `/`, or on `/links` where somebody is signed in. */
export const places: Readonly<Record<string, Place>> = {
  verification: {
    call: ["POST", "**/api/auth/verify-email"],
    act: async ({ page, email }, typed) => {
      await enterAddress(page, email);
      // The form is submitted with the last digit.
      await page.getByLabel("6-digit code").fill(typed === "" ? "407219" : typed);
    },
  },
  resend: {
    call: ["POST", "**/api/auth/resend-code"],
    act: async ({ page, email }) => {
      await enterAddress(page, email);
      await page.getByRole("button", { name: "Resend code", exact: true }).click();
    },
  },
  registration: { call: ["POST", "**/api/auth/register"], act: ({ page, email }) => enterAddress(page, email) },
  login: {
    call: ["POST", "**/api/auth/token"],
    act: async ({ page, email }, typed) => {
      await enterAddress(page, email);
      await passwordField(page).fill(typed === "" ? PASSWORD : typed);
      await passwordField(page).press("Enter");
    },
  },
  "reset request": {
    call: ["POST", "**/api/auth/request-password-reset"],
    act: async ({ page, email }) => {
      await enterAddress(page, email);
      await page.getByRole("button", { name: "Forgot password?", exact: true }).click();
    },
  },
  reset: {
    call: ["POST", "**/api/auth/reset-password"],
    begins: "by itself",
    act: async ({ page, email }, typed) => {
      await page.goto(`/reset-password?email=${encodeURIComponent(email)}`);
      const [fresh, again] = pair(typed);
      await page.getByLabel("6-digit code").fill("407219");
      await page.getByLabel("New password", { exact: true }).fill(fresh);
      await page.getByLabel("Confirm password", { exact: true }).fill(again);
      await page.keyboard.press("Enter");
    },
  },
  addresses: {
    call: ["GET", "**/api/sender-emails/"],
    act: async ({ page }) => void (await openAccount(page, "Email addresses")),
  },
  "add address": {
    call: ["POST", "**/api/sender-emails/"],
    begins: "in the same form",
    act: async ({ page, email, other }, typed) => {
      const dialog = await openAccount(page, "Email addresses");
      const address = typed.replace("{other}", other).replace("{new}", `new-${email}`);
      await dialog.getByLabel("Add an address").fill(address === "" ? `another-${email}` : address);
      await page.keyboard.press("Enter");
    },
  },
  "delete address": {
    call: ["DELETE", "**/api/sender-emails/"],
    act: async ({ page, email }) => {
      await call(page, "POST", "/api/sender-emails/", { email: `second-${email}` });
      const dialog = await openAccount(page, "Email addresses");
      await dialog.getByRole("button", { name: `Delete second-${email}`, exact: true }).click();
    },
  },
  "set password": {
    call: ["POST", "**/api/auth/set-password"],
    begins: "in the same form",
    act: async ({ page }, typed) => {
      const dialog = await openAccount(page, "Security");
      const [fresh, again] = pair(typed);
      await dialog.getByLabel("New password", { exact: true }).fill(fresh);
      await dialog.getByLabel("Confirm new password", { exact: true }).fill(again);
      await page.keyboard.press("Enter");
    },
  },
  "change password": {
    call: ["PUT", "**/api/users/me/password"],
    begins: "in the same form",
    act: async ({ page }, typed) => {
      const dialog = await openAccount(page, "Security");
      await dialog
        .getByLabel("Current password")
        .fill(typed === "" ? "whatever" : typed.replace("{password}", PASSWORD));
      await dialog.getByLabel("New password", { exact: true }).fill(PASSWORD);
      await dialog.getByLabel("Confirm new password", { exact: true }).fill(PASSWORD);
      await page.keyboard.press("Enter");
    },
  },
  "remove password": {
    call: ["DELETE", "**/api/users/me/password"],
    begins: "in the same form",
    act: async ({ page }, typed) => {
      const ask = page.getByRole("dialog", { name: "Remove password", exact: true });
      if (!(await ask.isVisible())) {
        const dialog = await openAccount(page, "Security");
        await dialog.getByRole("button", { name: "Remove password…", exact: true }).click();
      }
      await ask.getByLabel("Current password").fill(typed === "" ? "whatever" : typed.replace("{password}", PASSWORD));
      await page.keyboard.press("Enter");
    },
  },
  "delete account": {
    call: ["DELETE", "**/api/users/me"],
    act: async ({ page }) => {
      const dialog = await openAccount(page, "Security");
      await dialog.getByRole("button", { name: "Delete account…", exact: true }).click();
      await page.getByLabel("Type DELETE to confirm").fill("DELETE");
      await page.keyboard.press("Enter");
    },
  },
  links: {
    call: ["GET", "**/api/links/?*"],
    begins: "by itself",
    act: async ({ page }) => void (await page.goto("/links")),
  },
  "more links": {
    call: ["GET", "**/api/links/?*cursor=*"],
    begins: "by itself",
    act: async ({ page }) => {
      for (let number = 1; number <= 12; number++) {
        await call(page, "POST", "/api/links/", { url: `https://news.example/${number}` });
      }
      await page.goto("/links");
      await expect(page.getByRole("article").first()).toBeVisible();
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    },
  },
  "delete link": {
    call: ["DELETE", "**/api/links/*"],
    begins: "by itself",
    act: async ({ page }) => {
      await call(page, "POST", "/api/links/", { url: "https://news.example/kept" });
      await page.goto("/links");
      const link = page.getByRole("article").first();
      await link.hover();
      await link.getByRole("button", { name: "Delete", exact: true }).click();
    },
  },
  "create folder": {
    call: ["POST", "**/api/folders/"],
    act: ({ page }, typed) => createFolder(page, "Create folder", "Folder name", typed || "Kitchen"),
  },
  "create subfolder": {
    call: ["POST", "**/api/folders/"],
    act: async ({ page }, typed) => {
      // The button is visible while the mouse is over the folder.
      await page.getByRole("link", { name: /^Reading/ }).hover();
      await createFolder(page, "New subfolder in Reading", "Subfolder name", typed || "Kitchen");
    },
  },
  "delete folder": {
    call: ["DELETE", "**/api/folders/*"],
    act: async (scene, typed) => {
      const { page } = scene;
      await menuOf(scene, "Travel", "Delete folder");
      if (typed === "gone") {
        const { body } = await call(page, "GET", "/api/folders/");
        const travel = (body as { id: number; name: string }[]).find(({ name }) => name === "Travel");
        await page.route("**/api/events*", (route) => route.abort());
        await call(page, "DELETE", `/api/folders/${travel?.id}?recursive=false`);
      }
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete Folder", exact: true }).click();
    },
  },
  "reorder folders": {
    call: ["PUT", "**/api/folders/reorder"],
    act: (scene) => menuOf(scene, "Reading", "Move down"),
  },
};

/** Answers the call of the place instead of the server, where the row says so. @returns a function that ends this */
export async function answerInstead({ page }: Scene, { place, by }: Row): Promise<() => Promise<void>> {
  if ("server" in by) return async () => {};
  const [method, path] = places[place]?.call ?? ["", ""];
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: by.answers, json: by.body ?? { detail: by.detail ?? "" } })
      : route.fallback(),
  );
  return () => page.unroute(path);
}

/** Loads the page again, without an open dialog. */
export async function reload({ page }: Scene, path: "/" | "/links"): Promise<void> {
  await page.goto(path);
  await expect(accountDialog(page)).toHaveCount(0);
}
