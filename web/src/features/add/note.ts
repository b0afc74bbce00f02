import { noteName } from "@satchel/contracts";
import { urlsTyped } from "./urls.ts";

/** Whether a text says more than web addresses. */
export const isNote = (text: string): boolean =>
  text.split(/\s+/).some((word) => word !== "" && urlsTyped(word).length === 0);

/** A note: a text file that has the first line of the text as its name. */
export const noteOf = (text: string): File => new File([text], noteName(text), { type: "text/plain" });
