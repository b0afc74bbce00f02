import { cpus } from "node:os";

/** Prints a line. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The machine of a measurement, in a few words. */
export const machine = (): string => `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`;

/** The value at a share of the sorted values, by nearest rank; NaN of none. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);
