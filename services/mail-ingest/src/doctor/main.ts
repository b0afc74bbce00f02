import { runDoctor } from "./run.ts";

const { DKIM_KEY, DKIM_SELECTOR } = process.env;
const { stdout, stderr, exitCode } = await runDoctor(process.argv.slice(2), { DKIM_KEY, DKIM_SELECTOR });
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = exitCode;
