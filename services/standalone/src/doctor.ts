import { runDoctor } from "./doctor/run.ts";

const { stdout, stderr, exitCode } = await runDoctor(process.argv.slice(2), process.env);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = exitCode;
