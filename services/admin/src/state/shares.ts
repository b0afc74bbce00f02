import { BlockShare, isSatchelError } from "@satchel/contracts";
import type { World } from "./world.ts";

/** `blocked`; `unknown`: nothing is shared at this address; `unreachable`: identity, which keeps what is shared, does not answer. */
type BlockAnswer = "blocked" | "unknown" | "unreachable";

/** The last part of the address of something shared, in an address or alone, with what may follow it; "" for any other text. */
export const nameInAddress = (text: string): string =>
  /^(?:(?:https?:\/\/[^/\s]+)?\/s\/)?([\w-]{3,60})(?:[/?#]\S*)?$/.exec(text.trim())?.[1] ?? "";

/** Has something that is shared ended for good. */
export async function blockShare({ commands }: World, name: string): Promise<BlockAnswer> {
  if (name === "") return "unknown";
  try {
    return (await commands.send(BlockShare, { name })).result.blocked ? "blocked" : "unknown";
  } catch (error) {
    if (isSatchelError(error) && error.code === "unavailable") return "unreachable";
    throw error;
  }
}
