/**
 * An element's first tag, as parse5 writes it: attributes behind one blank each, their values in quotes, without quotes within.
 * All of them are matched, so that what looks like a tag in a value is not taken for one.
 */
const FIRST_TAG = /<([^\s<>/="]+)((?: [^\s<>="]+="[^"]*")*)>/g;
const ALT = / alt="([^"]*)"/;
const OWN_FILE = / src="files\//;

// Both work on the text of an article, which the archive has sanitised and written. Parsing the longest would hold the gateway
// for a second.

/** An article for readers elsewhere: each picture is replaced by its text, for pictures are for their owner's session alone. */
export const withoutPictures = (html: string): string =>
  html.replaceAll(FIRST_TAG, (tag, name: string, attributes: string) => {
    if (name !== "img") return tag;
    const text = (ALT.exec(attributes)?.[1] ?? "").replaceAll("&nbsp;", " ").trim();
    return text === "" ? "" : `[${text.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}]`;
  });

/**
 * An article whose pictures have addresses of this server.
 * @param files path of the folder of the copy's files, with a slash at its end
 */
export const withPicturesIn = (html: string, files: string): string =>
  html.replaceAll(FIRST_TAG, (tag) => tag.replace(OWN_FILE, () => ` src="${files}`));
