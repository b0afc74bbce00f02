import { addressInShortcut, isShortcutName } from "@satchel/contracts";
import { guessCharset } from "../message/decoding.ts";
import type { Part } from "../message/part.ts";

/** Media types of shortcuts, where their files have other names. */
const TYPES = new Set([
  "application/internet-shortcut",
  "application/x-mswinurl",
  "application/x-webloc",
  "application/x-desktop",
]);

/** Whether a part is a file that holds one address and nothing else. */
export const isShortcut = ({ type, fileName }: Part): boolean => TYPES.has(type) || isShortcutName(fileName);

/** The address in a part that is a shortcut; undefined when it holds none. */
export const addressInPart = ({ content }: Part): string | undefined =>
  addressInShortcut(content, () => guessCharset(content));
