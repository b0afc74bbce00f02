import { serveCommands } from "../src/commands/serve.ts";
import { busSettings, databaseSettings, operationsSettings } from "../src/settings/service.ts";
import { openFoundation } from "../src/foundation.ts";
import { runService } from "../src/lifecycle.ts";
import Type from "typebox";
import { ledger } from "./ledger.ts";
import { visitCommands } from "./visits.ts";

// A small service with commands and tables, for tests that need one in a process of its own.
const settings = Type.Object({ ...busSettings, ...databaseSettings, ...operationsSettings });

await runService("visits", settings, async (config, logger) => {
  const base = await openFoundation(config, ledger, logger);
  const commands = await serveCommands(base.bus, "visits", visitCommands(base), logger);
  console.log("serving");
  return {
    name: "visits",
    checks: () => base.checks(),
    stop: async () => {
      await commands.stop();
      await base.close();
    },
  };
});
