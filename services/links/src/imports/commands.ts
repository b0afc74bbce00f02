import type { CommandContext, ImportJobs, ImportKey } from "@satchel/chassis";
import {
  type Import,
  IMPORTS_PER_USER,
  laterTexts,
  type ListImports,
  type PayloadOf,
  type ResultOf,
  SatchelError,
  type StartImport,
  texts,
} from "@satchel/contracts";
import { decodeHead, recognise } from "./formats/index.ts";
import { cut } from "./imported-link.ts";
import { toImport } from "./ledger.ts";
import { beginImport, type ImportDeps } from "./run-import.ts";

const NAME_CHARS = 255;

/** The commands on imports. */
export function importCommands(deps: ImportDeps, jobs: ImportJobs) {
  const { files, kept } = deps;
  return {
    /**
     * Starts the import of a file in the bucket of imports. A refused file is removed, unless the command was sent before:
     * that may have started it.
     * @throws {SatchelError} `rejected` when its format is unknown, `limited` when too many imports run
     */
    start: async (payload: PayloadOf<typeof StartImport>, { retry }: CommandContext): Promise<{ result: Import }> => {
      const { userId, importId, bytes } = payload;
      const begun = await kept.get(payload);
      if (begun !== undefined) return { result: toImport(begun) };
      try {
        const format = payload.format ?? recognise(await headOf(payload));
        if (format === undefined) throw new SatchelError("rejected", laterTexts.imports.unknown);
        if ((await kept.count(userId)) >= IMPORTS_PER_USER) {
          throw new SatchelError("limited", texts.server.tooMany, { retryAfter: 24 * 3600 });
        }
        const name = cut(payload.name, NAME_CHARS);
        const job = { userId, importId, name, bytes, format, startedAt: new Date().toISOString() };
        await jobs.submit(job);
        return { result: toImport(await beginImport(deps, job)) };
      } catch (error) {
        // The same command may have begun it meanwhile, and then has used the last place itself.
        const meanwhile = await kept.get(payload);
        if (meanwhile !== undefined) return { result: toImport(meanwhile) };
        if (error instanceof SatchelError && !retry) await files.remove(payload);
        throw error;
      }
    },

    /** The imports of a user, the newest first, without their faults; or one import with them. */
    list: async ({
      userId,
      importId,
    }: PayloadOf<typeof ListImports>): Promise<{ result: ResultOf<typeof ListImports> }> => {
      const one = importId === undefined ? undefined : await kept.get({ userId, importId });
      const found = importId === undefined ? await kept.list(userId) : one === undefined ? [] : [one];
      const imports = found
        .map(toImport)
        .sort((a, b) => (a.started_at < b.started_at || (a.started_at === b.started_at && a.id < b.id) ? 1 : -1));
      return { result: { imports } };
    },
  };

  /** The text that a file begins with. */
  async function headOf(key: ImportKey): Promise<string> {
    const octets = await files.open(key);
    if (octets === undefined) return "";
    for await (const chunk of octets) return decodeHead(chunk);
    return "";
  }
}
