// Started by the tests as a program of its own, to be killed: starts a server and says where.
// Arguments: the function, and its options as JSON. What it brings is printed as one line of JSON.
import { postgresBinaries } from "../src/postgres/binaries.ts";
import { startNats, startPostgres } from "../src/index.ts";

const functions: Record<string, (options: never) => Promise<object>> = { startNats, startPostgres, postgresBinaries };
const [name = "", options = ""] = process.argv.slice(2);
const started = await functions[name]!(JSON.parse(options) as never);
console.log(JSON.stringify(started));
// A signal alone would skip the exit hook that ends the servers.
process.once("SIGTERM", () => process.exit());
