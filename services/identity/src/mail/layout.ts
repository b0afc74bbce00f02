/** The parts of a mail that carries one code. All of it is plain text; the layout escapes it. */
export interface CodeMail {
  readonly language: string;
  readonly title: string;
  /** What the list of mails shows behind the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly instruction: string;
  readonly code: string;
  /** Three parts of a sentence; the middle one is set in bold. */
  readonly context: readonly [before: string, emphasis: string, after: string];
  readonly reassurance: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as HTML shows it, in elements and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

const SANS = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF = "Georgia,'Times New Roman',serif";
const MONO = "'SF Mono',Consolas,Menlo,'Courier New',monospace";

/** Keeps what follows the preview from being shown with it. */
const PREVIEW_END = "&#847;&zwnj;&nbsp;".repeat(40);

/**
 * A mail as HTML: tables and inline styles, since mail programs know little else; dark colours for those that read the
 * style block. No picture, no font, no link: nothing is fetched when it is opened.
 */
export function codeMailHtml(mail: CodeMail): string {
  const [before, emphasis, after] = mail.context.map(escapeHtml) as [string, string, string];
  return `<!doctype html>
<html lang="${escapeHtml(mail.language)}" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(mail.title)}</title>
<style>
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .m-page { background-color: #181310 !important; }
    .m-card { background-color: #251f1b !important; border-color: #3a322d !important; }
    .m-ink { color: #f0ebe3 !important; }
    .m-ink2 { color: #beb6ab !important; }
    .m-ink3 { color: #a49b90 !important; }
    .m-code { background-color: #33271c !important; border-color: #6b5030 !important; color: #f0ebe3 !important; }
    .m-accent { color: #e6b76f !important; }
  }
  [data-ogsc] .m-ink { color: #f0ebe3 !important; }
  [data-ogsc] .m-ink2 { color: #beb6ab !important; }
  [data-ogsc] .m-ink3 { color: #a49b90 !important; }
  [data-ogsc] .m-accent { color: #e6b76f !important; }
  @media (max-width: 480px) {
    .m-pad { padding-left: 24px !important; padding-right: 24px !important; }
    .m-code { font-size: 34px !important; letter-spacing: 5px !important; }
    .m-gap { padding-top: 16px !important; }
  }
</style>
</head>
<body class="m-page" style="margin:0;padding:0;background-color:#faf7f3;-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${escapeHtml(mail.preview)}${PREVIEW_END}</div>
<table role="presentation" class="m-page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#faf7f3" style="background-color:#faf7f3;">
<tr><td class="m-gap" align="center" style="padding:48px 16px;">
<!--[if mso]><table role="presentation" width="480" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:480px;">
<tr><td class="m-ink" style="padding:0 8px 20px 8px;font-family:${SERIF};font-size:22px;line-height:28px;font-weight:bold;letter-spacing:-0.3px;color:#2c231d;">Satchel<span class="m-accent" style="color:#7a4318;">.</span></td></tr>
<tr><td class="m-card m-pad" bgcolor="#ffffff" style="background-color:#ffffff;border:1px solid #e6dfd8;border-radius:16px;padding:36px 40px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="m-ink" style="font-family:${SERIF};font-size:26px;line-height:32px;letter-spacing:-0.4px;color:#2c231d;">${escapeHtml(mail.heading)}</td></tr>
<tr><td class="m-ink2" style="padding:8px 0 24px 0;font-family:${SANS};font-size:16px;line-height:24px;color:#574c44;">${escapeHtml(mail.instruction)}</td></tr>
<tr><td class="m-code" align="center" bgcolor="#f8efe4" style="background-color:#f8efe4;border:1px solid #e3cdb3;border-radius:12px;padding:18px 8px 18px 15px;font-family:${MONO};font-size:40px;line-height:48px;font-weight:bold;letter-spacing:7px;color:#2c231d;white-space:nowrap;">${escapeHtml(mail.code)}</td></tr>
<tr><td class="m-ink3" style="padding:24px 0 0 0;font-family:${SANS};font-size:14px;line-height:20px;color:#6f645b;">${before}<span class="m-ink2" style="color:#574c44;font-weight:bold;word-break:break-word;">${emphasis}</span>${after}</td></tr>
</table>
</td></tr>
<tr><td class="m-ink3 m-pad" style="padding:20px 8px 0 8px;font-family:${SANS};font-size:13px;line-height:20px;color:#6f645b;">${escapeHtml(mail.reassurance)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}
