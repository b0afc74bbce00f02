import { isItem, type Link } from "@satchel/contracts";
import { overlayOpened } from "../session/overlay.slice.ts";

/** Whether the text of a link can be changed: of a note, or of a text that was kept as a file. */
export const isEditable = ({ url, media_type, copy }: Link): boolean =>
  isItem(url) && media_type === "text" && copy !== undefined;

/** Opens the editor of its text. */
export const editorOf = (link: Link) => overlayOpened({ kind: "text", link });
