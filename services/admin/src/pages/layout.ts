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
