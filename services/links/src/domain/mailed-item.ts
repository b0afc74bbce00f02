import { type MailedItem, TITLE_CHARS } from "@satchel/contracts";

/** What an item is called until its own title is known: its file's name, without its ending. */
export const nameOfItem = ({ title, name, author, type }: MailedItem): string => {
  const shown = title ?? name.replace(/\.[A-Za-z0-9]{1,8}$/, "");
  return (shown === "" ? (author ?? type) : shown).slice(0, TITLE_CHARS);
};
