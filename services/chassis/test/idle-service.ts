import Type from "typebox";
import { busSettings, operationsSettings } from "../src/settings/service.ts";
import { runService } from "../src/lifecycle.ts";

// A service that does nothing. It starts and stops at once, never, or with an error, by its settings.
const settings = Type.Object({
  ...busSettings,
  ...operationsSettings,
  API_KEY: Type.String({ minLength: 8 }),
  ON_START: Type.String({ default: "" }),
  ON_STOP: Type.String({ default: "" }),
});

async function behave(how: string): Promise<void> {
  if (how === "fail") throw new Error("it fails");
  if (how === "hang") await new Promise(() => {});
}

await runService("idle", settings, async (config) => {
  console.log("starting");
  await behave(config.ON_START);
  return {
    name: "idle",
    checks: () => ({ idle: "ok" }),
    stop: async () => {
      console.log("stopping");
      await behave(config.ON_STOP);
      console.log("stopped");
    },
  };
});
