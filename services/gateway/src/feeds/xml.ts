import { escapeHtml } from "@satchel/chassis";

/** What XML 1.0 has no way to say, not even as a reference (section 2.2, "Char"). */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** A text in XML, within an element or a quoted attribute; characters that XML 1.0 forbids are left out. */
export const escapeXml = (text: string): string =>
  escapeHtml(text.toWellFormed().replaceAll(FORBIDDEN, "")).replaceAll("\r", "&#13;");

type Attributes = Readonly<Record<string, string>>;

/** The beginning of a start tag. Names are never taken from input. */
export const openTag = (name: string, attributes: Attributes): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join("")}`;

/** An element with a text. */
export const element = (name: string, attributes: Attributes, text?: string): string => {
  const start = openTag(name, attributes);
  return text === undefined ? `${start}/>` : `${start}>${escapeXml(text)}</${name}>`;
};

/** An element around others, one on a line. */
export const parent = (name: string, attributes: Attributes, children: readonly string[]): string =>
  `${openTag(name, attributes)}>\n${children.join("\n")}\n</${name}>`;
