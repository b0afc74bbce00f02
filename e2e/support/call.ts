import { expect, type Page } from "@playwright/test";

/** An answer of the API; `body` is undefined where there is none. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Calls the API from the page, with its cookies. */
export const call = (page: Page, method: string, path: string, body?: unknown): Promise<Answer> =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers: Record<string, string> = body === null ? {} : { "content-type": "application/json" };
      const answer = await fetch(path, { method, headers, body });
      const text = await answer.text();
      return { status: answer.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  );

/** Ends the session by the API, and shows the landing page. */
export async function signOut(page: Page): Promise<void> {
  await call(page, "POST", "/api/auth/logout");
  await page.goto("/");
  expect((await call(page, "GET", "/api/users/me")).status).toBe(401);
}
