// Builds the packages for both stores, satchel-<version>-<browser>.zip, in dist or in the given folder. `npm run build
// -w extension`
import { join, resolve } from "node:path";
import { zip } from "wxt";

const outDir = resolve(process.argv[2] ?? join(import.meta.dirname, "../dist"));
for (const browser of ["chrome", "firefox"]) await zip({ root: join(import.meta.dirname, ".."), browser, outDir });
