import { cpus, loadavg } from "node:os";

/** Prints a line. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The machine of a measurement, in a few words. */
export const machine = (): string => `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`;

/** The load averages of the last 1, 5 and 15 minutes. */
export const loads = (): string =>
  loadavg()
    .map((one) => one.toFixed(0))
    .join(", ");

/** Prints whether what was proved holds. @returns it */
export function verdictOf(faults: readonly string[]): boolean {
  const holds = faults.length === 0;
  say(`\nload averages ${loads()}\nverdict: ${holds ? "holds" : `${faults.length} faults`}`);
  return holds;
}

/** The value at a share of the sorted values, by nearest rank; NaN of none. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);
