import type { Logger } from "@satchel/chassis";
import { readAccount, readAccounts, readPlace, switchSuspension, userIdIn } from "../state/accounts.ts";
import type { World } from "../state/world.ts";
import { accountPage, noAccountPage } from "./account.ts";
import { accountsPage } from "./accounts.ts";
import { page, type Routes } from "./routes.ts";

interface AccountRoutes extends Routes {
  readonly world: World;
  readonly logger: Logger;
}

/** Messages after an action, by the parameter `said` in the address. */
const notices: Readonly<Record<string, string>> = {
  suspended: "This account is suspended. What it keeps is there, and nobody gets to it.",
  resumed: "This account is open again. Its owner has to sign in anew.",
  unsure: "Nothing was done: the box that says you mean it was not ticked.",
  missing: "There is no such account any more.",
  unreachable: "Identity, which knows the accounts, is not running.",
};

/** The pages of accounts, and what an operator does about one. */
export function accountRoutes({ shown, action, world, logger }: AccountRoutes): void {
  shown("/admin/accounts", async ({ reply, query, csrf }) => {
    const search = (query.get("search") ?? "").trim();
    const after = readPlace(query.get("after"));
    const accounts = await readAccounts(world, { search, after });
    const isLater = after !== undefined;
    return page(reply, accountsPage({ page: accounts, search, isLater, notice: undefined, csrf }));
  });
  shown("/admin/accounts/:userId", async ({ request, reply, query, csrf }) => {
    const userId = userIdIn((request.params as { userId: string }).userId);
    const account = userId === undefined ? null : await readAccount(world, userId);
    if (account === null || account === undefined) {
      return page(reply.code(account === null ? 404 : 503), noAccountPage(csrf, account === null));
    }
    return page(reply, accountPage({ account, notice: notices[query.get("said") ?? ""], csrf }));
  });
  for (const to of ["suspended", "resumed"] as const) {
    action(`/admin/accounts/:userId/${to}`, async (form, { params }) => {
      const userId = userIdIn((params as { userId: string }).userId);
      if (userId === undefined) return "/admin/accounts";
      const told = (said: keyof typeof notices): string => `/admin/accounts/${userId}?said=${said}`;
      if (form.get("sure") !== "yes") return told("unsure");
      logger.warn({ userId, to }, "the operator suspends or resumes an account");
      const answer = await switchSuspension(world, userId, to);
      return told(answer === "done" ? to : answer);
    });
  }
}
