import { html } from "./html.ts";
import { layout } from "./layout.ts";

/** The form for the token. @param fault of the last attempt */
export const signInPage = (fault?: string): string =>
  layout(
    "Sign in",
    html`<main class="narrow">
<h1>Operator's page</h1>
${fault === undefined ? undefined : html`<p class="fault" role="alert">${fault}</p>`}
<form method="post" action="/admin/sign-in">
<label for="token">Token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
<button>Sign in</button>
</form>
<p class="quiet">It is what ADMIN_TOKEN is set to.</p>
</main>`,
  );
