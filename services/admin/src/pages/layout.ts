import { type Html, html } from "./html.ts";

export const layout = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Satchel</title>
<link rel="stylesheet" href="/admin/style.css">
</head>
<body>${body}</body>
</html>
`.text;

interface OperatorsPage {
  readonly title: string;
  readonly csrf: string;
  /** The part that is shown, of the navigation. */
  readonly part: "/admin" | "/admin/accounts";
  /** The message of the last action. */
  readonly notice: string | undefined;
  readonly body: Html;
}

const PARTS = [
  ["/admin", "Overview"],
  ["/admin/accounts", "Accounts"],
] as const;

/** A page of the signed-in operator. */
export const operatorsPage = ({ title, csrf, part, notice, body }: OperatorsPage): string =>
  layout(
    title,
    html`<header>
<h1>${title}</h1>
<nav>${PARTS.map(([path, text]) => (path === part ? html`<a href="${path}" aria-current="page">${text}</a>` : html`<a href="${path}">${text}</a>`))}${button("/admin/sign-out", csrf, "Sign out")}</nav>
</header>
<main>
${notice === undefined ? undefined : html`<p class="said" role="status">${notice}</p>`}
${body}
</main>`,
  );

/** A field of a form that is not shown. */
interface Field {
  readonly name: string;
  readonly value: string;
}

/** A button: a form of its own, since there are no scripts. */
export const button = (action: string, csrf: string, text: string, field?: Field, label: string = text): Html =>
  html`<form method="post" action="${action}"><input type="hidden" name="csrf" value="${csrf}">${field === undefined ? undefined : html`<input type="hidden" name="${field.name}" value="${field.value}">`}<button aria-label="${label}">${text}</button></form>`;
