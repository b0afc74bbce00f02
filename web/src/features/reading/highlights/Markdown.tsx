import { Fragment, type ReactNode } from "react";

/** What is marked within a line: code, a link, strong and emphasised words, an address. */
const INLINE =
  /`([^`\n]+)`|\[([^\]\n]+)\]\(<?([^\s)>]+)>?\)|\*\*(.+?)\*\*|__(.+?)__|\*([^*\s](?:[^*\n]*[^*\s])?)\*|(?<!\w)_([^_\s](?:[^_\n]*[^_\s])?)_(?!\w)|(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/g;

const ADDRESS = /^(?:https?:\/\/|mailto:)/i;

const linkTo = (href: string, children: ReactNode): ReactNode =>
  ADDRESS.test(href) ? (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow">
      {children}
    </a>
  ) : (
    children
  );

function inline(text: string): ReactNode[] {
  const nodes: ReactNode[] = [];
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, code, label, href = "", strong1, strong2, em1, em2, address] = found;
    nodes.push(text.slice(at, found.index));
    at = found.index + whole.length;
    const strong = strong1 ?? strong2;
    const em = em1 ?? em2;
    if (code !== undefined) nodes.push(<code>{code}</code>);
    else if (label !== undefined) nodes.push(linkTo(href, inline(label)));
    else if (strong !== undefined) nodes.push(<strong>{inline(strong)}</strong>);
    else if (em !== undefined) nodes.push(<em>{inline(em)}</em>);
    else if (address !== undefined) nodes.push(linkTo(address, address));
  }
  nodes.push(text.slice(at));
  return nodes.map((node, index) => <Fragment key={index}>{node}</Fragment>);
}

const withBreaks = (lines: readonly string[]): ReactNode =>
  lines.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {inline(line)}
    </Fragment>
  ));

const POINT = /^\s*[-*+]\s+/;
const NUMBER = /^\s*\d{1,9}[.)]\s+/;
const QUOTED = /^\s*>\s?/;

function Block({ text }: { text: string }) {
  const lines = text.split("\n");
  const every = (mark: RegExp): boolean => lines.every((line) => mark.test(line));
  const items = (mark: RegExp): ReactNode =>
    lines.map((line, index) => <li key={index}>{inline(line.replace(mark, ""))}</li>);
  if (every(POINT)) return <ul>{items(POINT)}</ul>;
  if (every(NUMBER)) return <ol>{items(NUMBER)}</ol>;
  if (every(QUOTED)) return <blockquote>{withBreaks(lines.map((line) => line.replace(QUOTED, "")))}</blockquote>;
  return <p>{withBreaks(lines.map((line) => line.replace(/^#{1,6}\s+/, "")))}</p>;
}

/**
 * A note in Markdown: paragraphs, line breaks, lists, quotations, links, code, strong and emphasised words. It makes elements
 * of React and no HTML, so whatever a note has is text; links lead to the web and to mail alone.
 */
export function Markdown({ text }: { text: string }) {
  const blocks = text.split(/\n\s*\n/).filter((block) => block.trim() !== "");
  return (
    <div className="marked-note">
      {blocks.map((block, index) => (
        <Block key={index} text={block.replace(/^\n+|\s+$/g, "")} />
      ))}
    </div>
  );
}
