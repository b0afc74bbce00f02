import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. Without `import.meta.dirname`, so that an old Node.js reaches the check of its version. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
