import type { Logger } from "@satchel/chassis";
import {
  changeQuota,
  quotaIn,
  readAccount,
  readAccounts,
  readPlace,
  switchSuspension,
  userIdIn,
} from "../state/accounts.ts";
import { inviteAddress, readInvitations, withdrawInvitation } from "../state/invitations.ts";
import type { World } from "../state/world.ts";
import { accountPage, noAccountPage } from "./account.ts";
import { accountsPage } from "./accounts.ts";
import { noticeIn, page, type Routes } from "./routes.ts";

interface AccountRoutes extends Routes {
  readonly world: World;
  readonly logger: Logger;
}

/** Messages after an action, by the parameter `said` in the address. */
const notices: Readonly<Record<string, string>> = {
  suspended: "This account is suspended. What it keeps is there, and nobody gets to it.",
  resumed: "This account is open again. Its owner has to sign in anew.",
  unsure: "Nothing was done: the box that says you mean it was not ticked.",
  quota: "The quota is changed.",
  noQuota: "This is no quota: write a number of gigabytes, such as 20 or 0.5, or nothing.",
  missing: "There is no such account any more.",
  invited: "The address is invited, and was mailed.",
  noAddress: "This is no email address.",
  hasAccount: "This address belongs to an account already.",
  off: "Accounts are not made by invitation here.",
  tooMany: "Too many invitations wait. Take some back to invite others.",
  unmailed: "The mail could not be sent. Where the address is listed, invite it once more to mail it.",
  withdrawn: "The invitation is taken back.",
  spent: "There is no such invitation any more: it was used or is over.",
  unreachable: "Nothing was done: the service that has to do it is not running.",
};

/** The pages of accounts, and what an operator does about one. */
export function accountRoutes({ shown, action, world, logger }: AccountRoutes): void {
  shown("/admin/accounts", async ({ reply, query, csrf }) => {
    const search = (query.get("search") ?? "").trim();
    const after = readPlace(query.get("after"));
    const isLater = after !== undefined;
    const isFirst = search === "" && !isLater;
    const [accounts, invitations] = await Promise.all([
      readAccounts(world, { search, after }),
      isFirst ? readInvitations(world) : undefined,
    ]);
    const notice = noticeIn(notices, query);
    return page(reply, accountsPage({ page: accounts, invitations, search, isLater, notice, csrf }));
  });
  shown("/admin/accounts/:userId", async ({ request, reply, query, csrf }) => {
    const userId = userIdIn((request.params as { userId: string }).userId);
    const account = userId === undefined ? null : await readAccount(world, userId);
    if (account === null || account === undefined) {
      return page(reply.code(account === null ? 404 : 503), noAccountPage(csrf, account === null));
    }
    return page(reply, accountPage({ account, notice: noticeIn(notices, query), csrf }));
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
  action("/admin/accounts/:userId/quota", async (form, { params }) => {
    const userId = userIdIn((params as { userId: string }).userId);
    if (userId === undefined) return "/admin/accounts";
    const megabytes = quotaIn(form.get("gigabytes") ?? "");
    if (megabytes === undefined) return `/admin/accounts/${userId}?said=noQuota`;
    logger.warn({ userId, megabytes }, "the operator changes a quota");
    const answer = await changeQuota(world, userId, megabytes);
    return `/admin/accounts/${userId}?said=${answer === "done" ? "quota" : answer}`;
  });
  action("/admin/invitations/invite", async (form) => {
    const language = form.get("language") === "de" ? "de" : "en";
    return overview(await inviteAddress(world, form.get("email") ?? "", language));
  });
  action("/admin/invitations/withdraw", async (form) =>
    overview(await withdrawInvitation(world, form.get("email") ?? "")),
  );
}

/** The list of accounts, with a message. */
const overview = (said: keyof typeof notices): string => `/admin/accounts?said=${said}`;
