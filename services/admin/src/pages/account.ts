import type { AccountState } from "../state/accounts.ts";
import { countOf, MEBIBYTE, sizeOf } from "./accounts.ts";
import { type Html, html } from "./html.ts";
import { operatorsPage } from "./layout.ts";
import { instant } from "./times.ts";

interface AccountPage {
  readonly account: AccountState;
  readonly notice: string | undefined;
  readonly csrf: string;
}

/** The page of one account. */
export const accountPage = ({ account, notice, csrf }: AccountPage): string =>
  operatorsPage({
    title: account.addresses[0] ?? "Account",
    csrf,
    part: "/admin/accounts",
    notice,
    body: html`<section>
<h2>Account</h2>
${facts(account)}
</section>
<section>
<h2 id="quota">Quota of copies</h2>
${quotaPart(account, csrf)}
</section>
<section>
<h2 id="suspension">Suspension</h2>
${suspension(account, csrf)}
</section>`,
  });

function suspension({ userId, suspendedAt }: AccountState, csrf: string): Html {
  if (suspendedAt === null) {
    return html`<p>Nobody signs in to a suspended account, by any way. Its sessions and extensions end within a second; its
API tokens, feeds, shared pages and webhooks stop; mail from its addresses and to its secret addresses is refused; it gets
no digests, answers or books. Nothing is deleted. Its owner reads that it is suspended after proving at sign-in who they are.</p>
${confirmed(`/admin/accounts/${userId}/suspended`, csrf, "Yes, suspend this account", "Suspend")}`;
  }
  return html`<p class="fault">Suspended since ${instant(new Date(suspendedAt))}.</p>
<p>Resumed, its tokens, feeds, shared pages, webhooks and addresses work as before. Its owner signs in and
connects extensions anew.</p>
${confirmed(`/admin/accounts/${userId}/resumed`, csrf, "Yes, resume this account", "Resume")}`;
}

function quotaPart({ userId, copyBytes, quota }: AccountState, csrf: string): Html {
  if (quota === undefined) return html`<p class="fault">The archive service, which keeps copies, does not answer.</p>`;
  const { own, usual } = quota;
  const allowed = sizeOf((own ?? usual) * MEBIBYTE);
  return html`<p>Its copies take ${sizeOf(copyBytes)} of ${allowed}${own === null ? ", as all accounts may" : `; others may have ${sizeOf(usual * MEBIBYTE)}`}. Copies that are there stay, also where a quota is smaller.</p>
<form class="search" method="post" action="/admin/accounts/${userId}/quota"><input type="hidden" name="csrf" value="${csrf}">
<label for="gigabytes">Quota of this account in GB; empty: as for all</label>
<input id="gigabytes" name="gigabytes" inputmode="decimal" maxlength="12" autocomplete="off" value="${own === null ? "" : String(Number((own / 1024).toFixed(3)))}">
<button>Change</button></form>`;
}

/** A button that counts only with a ticked box. */
const confirmed = (action: string, csrf: string, sure: string, text: string): Html =>
  html`<form method="post" action="${action}"><input type="hidden" name="csrf" value="${csrf}">
<label class="sure"><input type="checkbox" name="sure" value="yes" required> ${sure}</label>
<button>${text}</button></form>`;

function facts({ userId, addresses: [, ...others], createdAt, lastUsedAt, links, copyBytes }: AccountState): Html {
  const further = others.length === 0 ? "none" : others.map((address) => html`<bdi>${address}</bdi><br>`);
  return html`<dl class="facts">
<div><dt>Since</dt><dd>${instant(new Date(createdAt))}</dd></div>
<div><dt>Last used</dt><dd>${lastUsedAt === null ? "unknown: it has no open session or app" : instant(new Date(lastUsedAt))}</dd></div>
<div><dt>Further addresses</dt><dd>${further}</dd></div>
<div><dt>Links</dt><dd>${countOf(links)}</dd></div>
<div><dt>Kept copies</dt><dd>${sizeOf(copyBytes)}</dd></div>
<div><dt>Id, as in logs</dt><dd><code>${userId}</code></dd></div>
</dl>`;
}

/** In the place of an account that is not there, or can't be read. */
export const noAccountPage = (csrf: string, isRunning: boolean): string =>
  operatorsPage({
    title: "Account",
    csrf,
    part: "/admin/accounts",
    notice: undefined,
    body: isRunning
      ? html`<p>There is no such account (any more).</p>`
      : html`<p class="fault">Identity, which knows the accounts, does not answer.</p>`,
  });
