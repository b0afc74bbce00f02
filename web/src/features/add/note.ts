import { urlsTyped } from "./urls.ts";

/** Characters of a note's name: a title fits on two lines of a phone. */
const NAME_CHARS = 100;

/** Whether a text says more than web addresses. */
export const isNote = (text: string): boolean =>
  text.split(/\s+/).some((word) => word !== "" && urlsTyped(word).length === 0);

/** A note: a text file that has the first line of the text as its name. A slash in it would end the name of a folder. */
export function noteOf(text: string): File {
  const [line = ""] = text.trim().split("\n", 1);
  const name = Array.from(line.replace(/^#+\s+/, "").replaceAll(/[/\\]/g, "-"));
  const cut = name.length > NAME_CHARS ? `${name.slice(0, NAME_CHARS).join("").trimEnd()}…` : name.join("").trim();
  return new File([text], `${cut}.txt`, { type: "text/plain" });
}
