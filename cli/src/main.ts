import { CommanderError } from "commander";
import { endOf } from "./archive.ts";
import { EXIT } from "./exit.ts";
import { createProgram } from "./program.ts";
import { note } from "./terminal.ts";

// What reads our output may end before us: `satchel search | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? 0 : EXIT.failed);
});

try {
  const program = createProgram();
  for (const command of [program, ...program.commands]) command.exitOverride();
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // It has said already what is wrong; help and version are no errors.
    process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
  } else {
    const { code, message } = endOf(error);
    note(message);
    process.exitCode = code;
  }
}
