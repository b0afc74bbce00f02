import type { CommandContext } from "@satchel/chassis";
import type { PayloadOf, SaveFile } from "@satchel/contracts";
import { nameOfItem } from "../domain/mailed-item.ts";
import type { LinkCommands } from "./links.ts";

/** Saves a file that its owner sent as an item, as files of mails are. Its event says what its content is. */
export const saveFile =
  ({ saveItem }: Pick<LinkCommands, "saveItem">) =>
  ({ item, by, ...payload }: PayloadOf<typeof SaveFile>, context: CommandContext) =>
    saveItem({ ...payload, url: item.url, origin: { kind: by, item }, suggestedTitle: nameOfItem(item) }, context);
