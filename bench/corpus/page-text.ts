import { basename } from "node:path";
import { Parser } from "htmlparser2";

/** The fewest words of a paragraph: shorter ones are menus, headings and names alone. */
const PARAGRAPH_WORDS = 8;
/** Elements without text of the page. */
const LEFT_OUT = new Set([
  "script",
  "style",
  "title",
  "nav",
  "header",
  "footer",
  "noscript",
  "svg",
  "select",
  "template",
]);
/** Elements within a paragraph; at any other one a paragraph ends. */
const INLINE = new Set(
  "a abbr acronym b bdi bdo cite code del dfn em font i img ins kbd mark q s samp small span strong sub sup time tt u var wbr".split(
    " ",
  ),
);

const LETTERS = /\p{L}{2,}/gu;

/** The paragraphs of a document of any kind, with single spaces; undefined for a file that is no document. */
export function paragraphsOf(file: string, text: string): string[] | undefined {
  const name = basename(file).replace(/\.gz$/, "");
  const paragraphs = /\.(?:x?html?|page|docbook|xml)$/.test(name)
    ? ofHtml(text)
    : /\/man\d\w*\/[^/]+$/.test(file)
      ? ofManPage(text)
      : /\.(?:txt|rst|md|adoc)$/.test(name) || /^(?:README|FAQ|NEWS|HOWTO)/.test(name)
        ? text.split(/\n\s*\n/)
        : undefined;
  return paragraphs
    ?.map((paragraph) => paragraph.replaceAll(/\s+/g, " ").trim())
    .filter((paragraph) => (paragraph.match(LETTERS)?.length ?? 0) >= PARAGRAPH_WORDS);
}

function ofHtml(html: string): string[] {
  const paragraphs: string[] = [];
  let paragraph = "";
  let leftOut = 0;
  const end = (): void => {
    if (paragraph !== "") paragraphs.push(paragraph);
    paragraph = "";
  };
  const parser = new Parser({
    onopentagname: (name) => {
      if (LEFT_OUT.has(name)) leftOut++;
      if (!INLINE.has(name)) end();
    },
    ontext: (data) => {
      if (leftOut === 0) paragraph += data;
    },
    onclosetag: (name) => {
      if (LEFT_OUT.has(name)) leftOut--;
      if (!INLINE.has(name)) end();
    },
  });
  parser.end(html);
  end();
  return paragraphs;
}

/** Without the names of requests and fonts (man(7)). */
const ofManPage = (source: string): string[] =>
  source
    .replaceAll(/^[.']\\".*$/gm, "")
    .split(/^\.(?:[PLH]?P|TP|IP|SH|SS|RS|RE|sp|Sh|Ss|It|Pp)\b.*$/m)
    .map((part) =>
      part
        .replaceAll(/^\.[A-Za-z]+ ?/gm, "")
        .replaceAll(/\\f(?:\[\w*\]|\w)/g, "")
        .replaceAll("\\-", "-")
        .replaceAll(/\\[&,/|^]/g, ""),
    );
