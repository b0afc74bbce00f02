// `npm run backup -- --to <folder>`: writes a backup. Installs and builds what is missing.
import { prepareBuilt } from "./lib/prepare.mjs";

await prepareBuilt();
await import("../services/standalone/dist/backup.js");
