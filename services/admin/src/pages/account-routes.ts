import type { Logger } from "@satchel/chassis";
import { readAccount, readAccounts, readPlace, userIdIn } from "../state/accounts.ts";
import type { World } from "../state/world.ts";
import { accountPage, noAccountPage } from "./account.ts";
import { accountsPage } from "./accounts.ts";
import { page, type Routes } from "./routes.ts";

interface AccountRoutes extends Routes {
  readonly world: World;
  readonly logger: Logger;
}

/** The pages of accounts. */
export function accountRoutes({ shown, world }: AccountRoutes): void {
  shown("/admin/accounts", async ({ reply, query, csrf }) => {
    const search = (query.get("search") ?? "").trim();
    const after = readPlace(query.get("after"));
    const accounts = await readAccounts(world, { search, after });
    const isLater = after !== undefined;
    return page(reply, accountsPage({ page: accounts, search, isLater, notice: undefined, csrf }));
  });
  shown("/admin/accounts/:userId", async ({ request, reply, csrf }) => {
    const userId = userIdIn((request.params as { userId: string }).userId);
    const account = userId === undefined ? null : await readAccount(world, userId);
    if (account === null || account === undefined) {
      return page(reply.code(account === null ? 404 : 503), noAccountPage(csrf, account === null));
    }
    return page(reply, accountPage({ account, notice: undefined, csrf }));
  });
}
