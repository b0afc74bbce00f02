import { isItem, type Link } from "@satchel/contracts";

/** The address that other programs open for a link: of a mail, which has none that they can open, its reading view here. */
export const openedUrl = ({ id, url }: Pick<Link, "id" | "url">, origin: string): string =>
  isItem(url) ? `${origin}/read/${id}` : url;
