import { dnd } from "../../dnd/texts.de.ts";
import { folders } from "../../features/folders/texts.de.ts";
import { links } from "../../features/links/texts.de.ts";
import { search } from "../../features/search/texts.de.ts";

/** What the archive says at its first sight. */
export const texts = { dnd, folders, links, search };
