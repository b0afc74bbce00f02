/** An invalid argument of a command. */
export class UsageError extends Error {}

/** EX_USAGE of sysexits.h. */
const EXIT_USAGE = 64;

/**
 * How a program of this package is called, as the running one was: `npx satchel backup` where npm installed it,
 * `npm run backup --` in a checkout.
 */
export const callOf = (program: string): string =>
  process.argv[1]?.startsWith("satchel ") === true
    ? `npx satchel ${program}`
    : `npm run ${program.replace("-", ":")} --`;

/** Runs a command for a person at a terminal. An error is printed and ends the process, with `usage` for an invalid argument. */
export async function runCommand(work: () => Promise<void>, usage = ""): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isUsage = error instanceof UsageError;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${isUsage ? usage : ""}`);
    process.exit(isUsage ? EXIT_USAGE : 1);
  }
}
