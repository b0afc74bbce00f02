import { INVITATION_SECONDS } from "@satchel/contracts";
import type { Invitations } from "../state/invitations.ts";
import { type Html, html } from "./html.ts";
import { button } from "./layout.ts";
import { day } from "./times.ts";

const DAYS = INVITATION_SECONDS / 86_400;

const LANGUAGES = { en: "English", de: "German" } as const;

/** The part of the accounts page about invitations. */
export function invitationsPart({ isOn, invitations }: Invitations, csrf: string): Html {
  const list =
    invitations.length === 0
      ? undefined
      : html`<div class="wide" tabindex="0" role="region" aria-labelledby="invitations"><table class="list">
<thead><tr><th scope="col">Address</th><th scope="col">Until</th><th scope="col">Mail in</th><th scope="col">What to do</th></tr></thead>
<tbody>${invitations.map(
          ({ email, language, expiresAt }) =>
            html`<tr><th scope="row"><bdi>${email}</bdi></th><td data-label="Until">${day(new Date(expiresAt))}</td><td data-label="Mail in">${LANGUAGES[language]}</td><td class="actions">${button("/admin/invitations/withdraw", csrf, "Take back", { name: "email", value: email }, `Take back the invitation of ${email}`)}</td></tr>`,
        )}</tbody></table></div>`;
  return html`<section>
<h2 id="invitations">Invitations</h2>
${isOn ? form(csrf) : html`<p class="quiet">Accounts are not made by invitation here. For that, set REGISTRATION to <code>invited</code>.</p>`}
${list}
</section>`;
}

const form = (
  csrf: string,
): Html => html`<p>Only invited addresses may make an account. An invitation is for one address, once, within ${DAYS} days. Inviting an
address again replaces its invitation.</p>
<form class="invite" method="post" action="/admin/invitations/invite"><input type="hidden" name="csrf" value="${csrf}">
<p><label for="email">Address</label>
<input id="email" name="email" inputmode="email" required maxlength="254" autocomplete="off" autocapitalize="off" spellcheck="false"></p>
<p><label for="language">Language of the mail</label>
<select id="language" name="language">${Object.entries(LANGUAGES).map(([code, name]) => html`<option value="${code}">${name}</option>`)}</select></p>
<button>Invite</button></form>`;
