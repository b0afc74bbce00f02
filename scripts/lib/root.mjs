import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. Not `import.meta.dirname`: an old Node must get as far as being told that it is too old. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
