import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take longest, as measured. If one of them began last, all other workers would wait for it. Vitest knows times
 * only from an earlier run, and otherwise orders files by size.
 */
const LONG = [
  "services/standalone/src/erasure.int.spec.ts",
  "services/standalone/src/run-time-contract.int.spec.ts",
  "services/enrichment/src/pictures/hostile-pictures.int.spec.ts",
  "services/enrichment/src/policies/account-queue.int.spec.ts",
  "services/mail-ingest/src/reading/mail-reader.int.spec.ts",
  "services/chassis/src/workers/worker-pool.int.spec.ts",
  "services/identity/src/policies/interrupted-erasures.int.spec.ts",
  "services/standalone/src/live.int.spec.ts",
  "services/standalone/src/no-mail-lost.proof.spec.ts",
  "services/standalone/src/backup.proof.spec.ts",
  "services/standalone/src/killed.proof.spec.ts",
  "services/standalone/src/documented-commands.proof.spec.ts",
  "services/chassis/src/bus/cluster.proof.spec.ts",
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
