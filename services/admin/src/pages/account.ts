import type { AccountState } from "../state/accounts.ts";
import { countOf, sizeOf } from "./accounts.ts";
import { type Html, html } from "./html.ts";
import { instant, operatorsPage } from "./layout.ts";

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
</section>`,
  });

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
      : html`<p class="fault">Identity, which knows the accounts, is not running.</p>`,
  });
