import type { CommandHandler } from "@satchel/chassis";
import type { Parts } from "../parts.ts";
import { addReader, confirmReader, removeReader } from "./reader-addresses.ts";
import { sendBooks } from "./send-books.ts";

/** The commands on addresses of e-readers, and sending books to them. */
export const readerCommands = (parts: Parts): CommandHandler[] => [
  addReader(parts),
  confirmReader(parts),
  removeReader(parts),
  sendBooks(parts),
];
