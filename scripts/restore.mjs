// `npm run restore -- --from <file>`: restores a backup. Installs and builds what is missing.
import { prepareBuilt } from "./lib/prepare.mjs";

await prepareBuilt();
await import("../services/standalone/dist/restore.js");
