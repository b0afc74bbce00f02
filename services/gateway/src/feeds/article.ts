/**
 * An element's first tag, as parse5 writes it: attributes behind one blank each, their values in quotes, without quotes within.
 * All of them are matched, so that what looks like a tag in a value is not taken for one.
 */
const FIRST_TAG = /<([^\s<>/="]+)((?: [^\s<>="]+="[^"]*")*)>/g;
const ALT = / alt="([^"]*)"/;

/**
 * The article of a copy, for readers elsewhere: each picture is replaced by its text, because pictures are for their owner's
 * session alone. Links stay. It is not parsed: that would hold the gateway for a second where the text is as long as it may be.
 * @param html sanitised, as the archive wrote it
 */
export const withoutPictures = (html: string): string =>
  html.replaceAll(FIRST_TAG, (tag, name: string, attributes: string) => {
    if (name !== "img") return tag;
    const text = (ALT.exec(attributes)?.[1] ?? "").replaceAll("&nbsp;", " ").trim();
    return text === "" ? "" : `[${text.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}]`;
  });
