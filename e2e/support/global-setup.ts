import { publish } from "./environment.ts";
import { startSite } from "./site.ts";
import { startSystem } from "./system.ts";

/** Starts the whole system with ports and data of its own, and a web site that it may fetch. @returns the teardown */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const site = await startSite();
  const system = await startSystem(site.url);
  publish(system.addresses);

  return async () => {
    await system.remove();
    site.close();
  };
}
