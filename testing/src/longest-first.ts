import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take 20 s and more on two cores, as measured: begun last, one of them would keep one worker busy while
 * the others have nothing left to do. Vitest knows how long files took from an earlier run alone, and goes by size else.
 */
const LONG = [
  "services/standalone/src/documented-commands.int.spec.ts",
  "services/standalone/src/erasure.int.spec.ts",
  "services/standalone/src/run-time-contract.int.spec.ts",
  "services/standalone/src/no-mail-lost.int.spec.ts",
  "services/standalone/src/backup.int.spec.ts",
  "services/chassis/src/bus/cluster.int.spec.ts",
  "bench/faults/faults.int.spec.ts",
  "services/chassis/src/projection/replicas.int.spec.ts",
  "services/standalone/src/separate-processes.int.spec.ts",
  "services/chassis/src/projection/cluster.int.spec.ts",
  "bench/scaling/rolling.int.spec.ts",
  "services/chassis/src/projection/epoch.int.spec.ts",
];

/** Vitest's own order, with the files that take longest before all others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONG.indexOf(relative(this.ctx.config.root, moduleId));
      return found === -1 ? LONG.length : found;
    };
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => place(a) - place(b));
  }
}
