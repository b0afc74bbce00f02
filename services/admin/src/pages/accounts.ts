import { type AccountPage, type AccountState, writePlace } from "../state/accounts.ts";
import type { Invitations } from "../state/invitations.ts";
import { type Html, html } from "./html.ts";
import { invitationsPart } from "./invitations.ts";
import { operatorsPage } from "./layout.ts";
import { day } from "./times.ts";

interface AccountsPage {
  /** Undefined while identity does not answer. */
  readonly page: AccountPage | undefined;
  readonly search: string;
  /** Undefined where they are not shown. */
  readonly invitations: Invitations | undefined;
  /** Whether these are not the first of the list. */
  readonly isLater: boolean;
  readonly notice: string | undefined;
  readonly csrf: string;
}

export const accountsPage = ({ page, invitations, search, isLater, notice, csrf }: AccountsPage): string =>
  operatorsPage({
    title: "Accounts",
    csrf,
    part: "/admin/accounts",
    notice,
    body: html`<p class="quiet">Who has an account here, and how much it keeps. What it keeps is shown nowhere.</p>
<form class="search" method="get" action="/admin/accounts" role="search">
<label for="search">Part of an address</label>
<input id="search" name="search" type="search" maxlength="254" value="${search}" autocomplete="off" autocapitalize="off" spellcheck="false">
<button>Search</button>
</form>
${page === undefined ? html`<p class="fault">Identity, which knows the accounts, does not answer.</p>` : found(page, search, isLater)}
${invitations === undefined ? undefined : invitationsPart(invitations, csrf)}`,
  });

function found({ accounts, next }: AccountPage, search: string, isLater: boolean): Html {
  const query = (more: Record<string, string>): string =>
    `/admin/accounts?${new URLSearchParams({ ...(search === "" ? {} : { search }), ...more }).toString()}`;
  const first = isLater ? html`<a href="${query({})}">Newest accounts</a>` : undefined;
  if (accounts.length === 0) {
    const none = isLater
      ? "There are no further accounts."
      : search === ""
        ? "There is no account yet."
        : "No address of an account contains that.";
    return html`<p>${none}</p>${first}`;
  }
  return html`<div class="wide" tabindex="0" role="region" aria-label="Accounts"><table class="list">
<thead><tr><th scope="col">Address</th><th scope="col">Since</th><th scope="col">Last used</th><th scope="col" class="number">Links</th><th scope="col" class="number">Copies</th></tr></thead>
<tbody>${accounts.map(row)}</tbody></table></div>
<nav class="pages" aria-label="Pages of accounts">${first}${next === null ? undefined : html`<a href="${query({ after: writePlace(next) })}" rel="next">Older accounts</a>`}</nav>`;
}

function row(account: AccountState): Html {
  const { userId, addresses, createdAt, lastUsedAt, suspendedAt, links, copyBytes } = account;
  const [primary, ...others] = addresses;
  const more = html`${others.length === 0 ? undefined : html` <span class="quiet">and ${others.length} more</span>`}${suspendedAt === null ? undefined : html` <span class="fault">suspended</span>`}`;
  return html`<tr><th scope="row"><a href="/admin/accounts/${userId}"><bdi>${primary}</bdi></a>${more}</th><td data-label="Since">${day(new Date(createdAt))}</td><td data-label="Last used">${lastUsedAt === null ? "–" : day(new Date(lastUsedAt))}</td><td class="number" data-label="Links">${countOf(links)}</td><td class="number" data-label="Copies">${sizeOf(copyBytes)}</td></tr>`;
}

/** A number of links; "?" where nobody answered. */
export const countOf = (links: number | undefined): string => (links === undefined ? "?" : links.toLocaleString("en"));

export const MEBIBYTE = 1024 * 1024;

const UNITS = ["KB", "MB", "GB", "TB"] as const;

/** Octets for people, in units of 1024 as in the settings; "?" where nobody answered. */
export function sizeOf(octets: number | undefined): string {
  if (octets === undefined) return "?";
  if (octets === 0) return "0";
  let size = octets / 1024;
  let unit = 0;
  for (; size >= 1000 && unit < UNITS.length - 1; unit++) size /= 1024;
  return `${Number(Math.max(size, 0.1).toFixed(size < 10 ? 1 : 0))} ${UNITS[unit]}`;
}
