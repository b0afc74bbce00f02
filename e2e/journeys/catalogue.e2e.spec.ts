import { type Row, catalogue } from "../fixtures/catalogue.ts";
import { call } from "../support/call.ts";
import { PASSWORD, signedOutWithPassword } from "../support/password.ts";
import { inProof } from "../support/proof.ts";
import { answerInstead, reload, places, type Scene } from "../support/provoke.ts";
import { expect, fromSomewhere, signIn, test } from "../support/test.ts";

const rowsOf = (...names: string[]): readonly Row[] => catalogue.filter(({ place }) => names.includes(place));

/** Whether a row can be provoked in the form that another was refused in. */
function goesOn(row: Row, before: Row | undefined): boolean {
  if (row.place !== before?.place || places[row.place]?.begins !== "in the same form") return false;
  // Said already, it would not be seen to be said; and a 401 ends the session.
  return row.says !== before.says && !("answers" in before.by && before.by.answers === 401);
}

/** Provokes one error after the other, reloading the page where that is needed, and reads what the page says. */
async function provoke(scene: Scene, from: "/" | "/links", rows: readonly Row[]): Promise<void> {
  expect(rows.length).toBeGreaterThan(0);
  for (const [index, row] of rows.entries()) {
    await test.step(`${row.place}, ${JSON.stringify(row.by)}`, async () => {
      const isNew = places[row.place]?.begins !== "by itself" && !goesOn(row, rows[index - 1]);
      if (isNew) await reload(scene, from);
      const said = scene.page.getByText(row.says, { exact: true });
      await expect(said).toHaveCount(0);
      const letThrough = await answerInstead(scene, row);
      await places[row.place]?.act(scene, "server" in row.by ? row.by.server : "");
      await expect(said.first()).toBeVisible();
      await letThrough();
    });
  }
}

test("every place of the catalogue is one that can be provoked, and the other way round", () => {
  expect([...new Set(catalogue.map(({ place }) => place))].toSorted()).toEqual(Object.keys(places).toSorted());
});

test.describe("what is said, word for word,", () => {
  test("at signing in with a code", inProof, async ({ page, email }) => {
    await provoke({ page, email, other: "" }, "/", rowsOf("registration", "verification", "resend"));
  });

  test("at signing in with a password, and at resetting it", inProof, async ({ page, email }) => {
    await signedOutWithPassword(page, email);
    await provoke({ page, email, other: "" }, "/", rowsOf("login", "reset request", "reset"));
  });

  test("about addresses", inProof, async ({ page, email, browser, baseURL }) => {
    const other = `other-${email}`;
    const context = await browser.newContext({ baseURL: baseURL ?? "", extraHTTPHeaders: fromSomewhere() });
    await signIn(await context.newPage(), other);
    await context.close();
    await signIn(page, email);
    await provoke({ page, email, other }, "/links", rowsOf("addresses", "add address", "delete address"));
  });

  test("about passwords and the end of the account", inProof, async ({ page, email }) => {
    await signIn(page, email);
    const scene = { page, email, other: "" };
    await provoke(scene, "/links", rowsOf("set password"));
    await call(page, "PUT", "/api/users/me/password", { old_password: "long enough", new_password: PASSWORD });
    await provoke(scene, "/links", rowsOf("change password", "delete account", "remove password"));
  });

  test("about links and folders", inProof, async ({ page, email }) => {
    await signIn(page, email);
    const folder = async (name: string, parent: number | null): Promise<number> => {
      const { body } = await call(page, "POST", "/api/folders/", { name, parent_folder_id: parent });
      return (body as { id: number }).id;
    };
    await folder("Essays", await folder("Reading", null));
    await folder("Travel", null);
    await provoke(
      { page, email, other: "" },
      "/links",
      rowsOf("links", "more links", "delete link", "create folder", "create subfolder", "reorder folders"),
    );
    await provoke({ page, email, other: "" }, "/links", rowsOf("delete folder").toReversed());
  });
});

test.describe("the transport", () => {
  test("renews a session once for all calls that meet a 401, and repeats them", async ({ page, email }) => {
    await signIn(page, email);
    // The page that is left would begin a renewal of its own.
    await page.goto("about:blank");
    const renewals: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/auth/refresh-token")) renewals.push(request.url());
    });
    await page.context().clearCookies({ name: /satchel_access$/ });
    await page.goto("/links");
    await expect(page.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();
    expect(renewals).toHaveLength(1);
  });

  for (const [what, path, status, detail] of [
    ["a session that can't be renewed", "**/api/links/?*", 401, "Not authenticated"],
    ["a session that must prove its address", "**/api/links/?*", 403, "Email verification required"],
  ] as const) {
    test(`leads ${what} to the sign-in`, async ({ page, email }) => {
      await signIn(page, email);
      await page.route(path, (route) => route.fulfill({ status, json: { detail } }));
      await page.reload();
      await expect(page).toHaveURL("/");
    });
  }

  test("signs out here also when the server does not answer", async ({ page, email }) => {
    await signIn(page, email);
    await page.route("**/api/auth/logout", (route) => route.abort());
    await page.getByRole("button", { name: "Settings", exact: true }).click();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page.getByLabel("Your email address")).toBeVisible();
    await expect(page.locator(".toast")).toHaveCount(0);

    // And there as soon as it does: nobody who comes after finds the session open.
    await page.unroute("**/api/auth/logout");
    await expect.poll(async () => (await call(page, "GET", "/api/users/me")).status).toBe(401);
    await page.reload();
    await expect(page.getByLabel("Your email address")).toBeVisible();
  });
});
