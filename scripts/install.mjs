// Installs the dependencies if need be: the first step of `.ci/run`.
import { prepare } from "./lib/prepare.mjs";

await prepare();
