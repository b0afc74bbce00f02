import type { AddressInfo } from "node:net";
import { publish } from "./environment.ts";
import { startSite } from "./site.ts";
import { startSystem } from "./system.ts";

/** Starts the whole system with ports and data of its own, and a web site it may fetch. Gives what stops both. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const site = await startSite();
  const system = await startSystem(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
  publish(system.addresses);

  return async () => {
    await system.remove();
    site.closeAllConnections();
    site.close();
  };
}
