// Started by a test with a channel to it: asks to end with its parent only after the parent has gone, and then lives on.
import { endWithParent } from "../src/plugin/lifetime.ts";

process.once("disconnect", () => {
  endWithParent();
  setInterval(() => undefined, 1000);
});
process.send?.("started");
