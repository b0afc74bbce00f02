import { dnd } from "../../dnd/texts.en.ts";
import { folders } from "../../features/folders/texts.en.ts";
import { links } from "../../features/links/texts.en.ts";
import { search } from "../../features/search/texts.en.ts";

/** What the archive says at its first sight. */
export const texts = { dnd, folders, links, search };
