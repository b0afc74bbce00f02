import { Objm } from "@nats-io/obj";
import { IMPORTS, type UserId } from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import { importKeyOf, openImportFiles } from "./files.ts";

/**
 * Erases a user's files that wait to be imported. A running import ends at its next batch, because its worker checks
 * whether the user was erased.
 */
export async function eraseImportFiles(bus: Bus, userId: UserId): Promise<void> {
  const files = await openImportFiles(bus);
  for (const { name } of await (await new Objm(bus.nc).open(IMPORTS)).list()) {
    const key = importKeyOf(name);
    if (key?.userId === userId) await files.remove(key);
  }
}
