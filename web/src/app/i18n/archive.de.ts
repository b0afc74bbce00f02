import { dnd } from "../../dnd/texts.de.ts";
import { add } from "../../features/add/texts.de.ts";
import { captures } from "../../features/captures/texts.de.ts";
import { folders } from "../../features/folders/texts.de.ts";
import { links } from "../../features/links/texts.de.ts";
import { live } from "../../features/live/texts.de.ts";
import { search } from "../../features/search/texts.de.ts";
import { selection } from "../../features/selection/texts.de.ts";
import { tags } from "../../features/tags/texts.de.ts";

/** What the archive says at its first sight. */
export const texts = { add, captures, dnd, folders, links, live, search, selection, tags };
