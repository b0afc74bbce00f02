import { escapeHtml } from "@satchel/chassis";
import type { SentContent } from "@satchel/contracts";
import type { MailAction, MailContent, Phrase } from "./content.ts";

const SANS = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF = "Georgia,'Times New Roman',serif";
const MONO = "'SF Mono',Consolas,Menlo,'Courier New',monospace";

/** Fills the preview, so that mail programs don't show the text of the mail in it. */
const PREVIEW_END = "&#847;&zwnj;&nbsp;".repeat(40);

/** What the frame of a mail shows around its rows. */
type MailFrame = Pick<MailContent, "language" | "subject" | "preview" | "footnote">;

/** A row of the card. The style blocks refer to `classes`. */
const row = (classes: string, style: string, content: string, attributes = ""): string =>
  `<tr><td class="${classes}"${attributes} style="${style}">${content}</td></tr>`;

const phraseHtml = (phrase: Phrase): string =>
  phrase
    .map((run) =>
      typeof run === "string"
        ? escapeHtml(run)
        : `<span class="m-ink" style="color:#2c231d;font-weight:bold;word-break:break-word;">${escapeHtml(run.strong)}</span>`,
    )
    .join("");

/** `mso-padding-alt` is for Outlook for Windows, which pads cells and not links. */
function actionHtml(piece: MailAction): string {
  if (piece.kind === "code") {
    const style = `background-color:#f8efe4;border:1px solid #e3cdb3;border-radius:12px;padding:18px 8px 18px 15px;font-family:${MONO};font-size:40px;line-height:48px;font-weight:bold;letter-spacing:7px;color:#2c231d;white-space:nowrap;`;
    return row("m-code", style, escapeHtml(piece.code), ' align="center" bgcolor="#f8efe4"');
  }
  const url = escapeHtml(piece.url);
  const cell = "background-color:#7a4318;border-radius:10px;mso-padding-alt:14px 28px;";
  const button = `display:inline-block;padding:14px 28px;font-family:${SANS};font-size:16px;line-height:20px;font-weight:bold;color:#ffffff;text-decoration:none;border-radius:10px;`;
  const table = `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="m-button" align="center" bgcolor="#7a4318" style="${cell}"><a class="m-label" href="${url}" style="${button}">${escapeHtml(piece.label)}</a></td></tr></table>`;
  const small = `font-family:${SANS};font-size:13px;line-height:20px;color:#6f645b;`;
  const letters = `<a class="m-accent" href="${url}" style="color:#7a4318;text-decoration:underline;word-break:break-all;">${url}</a>`;
  return [
    row("", "padding:0;", table),
    row("m-ink3", `padding:20px 0 0 0;${small}`, `${escapeHtml(piece.linkIntro)}<br>${letters}`),
  ].join("\n");
}

const headingHtml = (heading: string): string =>
  row(
    "m-ink",
    `font-family:${SERIF};font-size:26px;line-height:32px;letter-spacing:-0.4px;color:#2c231d;word-break:break-word;`,
    escapeHtml(heading),
  );

/** A mail of identity as HTML. */
export function mailHtml(mail: MailContent): string {
  const ink3 = `font-family:${SANS};font-size:14px;line-height:21px;color:#6f645b;`;
  const { action } = mail;
  const rows = [
    headingHtml(mail.heading),
    row(
      "m-ink2",
      `padding:8px 0 ${action === undefined ? 0 : 24}px 0;font-family:${SANS};font-size:16px;line-height:24px;color:#574c44;`,
      phraseHtml(mail.lead),
    ),
    ...(action === undefined ? [] : [actionHtml(action)]),
    ...mail.context.map((phrase, index) =>
      row("m-ink3", `padding:${index === 0 ? 24 : 12}px 0 0 0;${ink3}`, phraseHtml(phrase)),
    ),
  ];
  return frame(mail, rows, 480);
}

/** A mail of another service as HTML: wider, because it has lists and articles. */
export const sentMailHtml = (mail: SentContent): string => frame(mail, [headingHtml(mail.heading), mail.html], 600);

/**
 * The frame of every mail: tables and inline styles, because mail programs support little else. Programs that read style
 * blocks get dark colours; there are several blocks, because some programs drop a whole block for one unknown rule. There is
 * no picture and no font, so that opening it fetches nothing.
 * @param width pixels of the card at most
 */
function frame(mail: MailFrame, rows: readonly string[], width: number): string {
  return `<!doctype html>
<html lang="${escapeHtml(mail.language)}" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(mail.subject)}</title>
<style>
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (max-width: 480px) {
    .m-pad { padding-left: 24px !important; padding-right: 24px !important; }
    .m-code { font-size: 34px !important; letter-spacing: 5px !important; }
    .m-gap { padding-top: 16px !important; }
  }
</style>
<style>
  @media (prefers-color-scheme: dark) {
    .m-page { background-color: #181310 !important; }
    .m-card { background-color: #251f1b !important; border-color: #3a322d !important; }
    .m-ink { color: #f0ebe3 !important; }
    .m-ink2 { color: #beb6ab !important; }
    .m-ink3 { color: #a49b90 !important; }
    .m-code { background-color: #33271c !important; border-color: #6b5030 !important; color: #f0ebe3 !important; }
    .m-accent { color: #e6b76f !important; }
    .m-button { background-color: #e6b76f !important; }
    .m-label { color: #2c1c0c !important; }
    .m-line { border-color: #3a322d !important; }
    .m-quiet { background-color: #2f2723 !important; color: #f0ebe3 !important; }
  }
</style>
<style>
  [data-ogsc] .m-ink { color: #f0ebe3 !important; }
  [data-ogsc] .m-ink2 { color: #beb6ab !important; }
  [data-ogsc] .m-ink3 { color: #a49b90 !important; }
  [data-ogsc] .m-accent { color: #e6b76f !important; }
  [data-ogsc] .m-label { color: #2c1c0c !important; }
  [data-ogsb] .m-button { background-color: #e6b76f !important; }
</style>
</head>
<body class="m-page" style="margin:0;padding:0;background-color:#faf7f3;-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${escapeHtml(mail.preview)}${PREVIEW_END}</div>
<table role="presentation" class="m-page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#faf7f3" style="background-color:#faf7f3;">
<tr><td class="m-gap" align="center" style="padding:48px 16px;">
<!--[if mso]><table role="presentation" width="${width}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:${width}px;">
<tr><td class="m-ink" style="padding:0 8px 20px 8px;font-family:${SERIF};font-size:22px;line-height:28px;font-weight:bold;letter-spacing:-0.3px;color:#2c231d;">Satchel<span class="m-accent" style="color:#7a4318;">.</span></td></tr>
<tr><td class="m-card m-pad" bgcolor="#ffffff" style="background-color:#ffffff;border:1px solid #e6dfd8;border-radius:16px;padding:36px 40px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${rows.join("\n")}
</table>
</td></tr>
<tr><td class="m-ink3" style="padding:20px 8px 0 8px;font-family:${SANS};font-size:13px;line-height:20px;color:#6f645b;">${escapeHtml(mail.footnote)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}
