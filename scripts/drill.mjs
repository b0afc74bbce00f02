// `npm run drill -- --from <folder or file>`: restores a backup for a trial. Installs and builds what is missing.
import { prepareBuilt } from "./lib/prepare.mjs";

await prepareBuilt();
await import("../services/standalone/dist/drill.js");
