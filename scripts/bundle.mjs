// `node scripts/bundle.mjs main plugin/index`: the last step of a service's build, in its folder. Each program becomes one
// file, in the place where the compiler put it.
import { join } from "node:path";
import { bundle } from "./lib/bundle.mjs";

for (const program of process.argv.slice(2)) {
  await bundle(join("src", `${program}.ts`), join("dist", `${program}.js`));
}
