import { escapeHtml } from "@satchel/chassis";

/** What XML 1.0 has no way to say, not even as a reference (section 2.2, "Char"). */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** A text in XML, within an element or a quoted attribute; characters that XML 1.0 forbids are left out. */
export const escapeXml = (text: string): string =>
  escapeHtml(text.toWellFormed().replaceAll(FORBIDDEN, "")).replaceAll("\r", "&#13;");

type Attributes = Readonly<Record<string, string>>;

/** An element with a text; undefined attributes and names are never taken from input. */
export const element = (name: string, attributes: Attributes, text?: string): string => {
  const shown = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const start = `<${name}${shown.join("")}`;
  return text === undefined ? `${start}/>` : `${start}>${escapeXml(text)}</${name}>`;
};

/** An element around others, one on a line. */
export const parent = (name: string, attributes: Attributes, children: readonly string[]): string => {
  const shown = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${shown.join("")}>\n${children.join("\n")}\n</${name}>`;
};
