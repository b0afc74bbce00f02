import type { ImportJob, ImportProgress } from "@satchel/chassis";
import { type Import, IMPORT_FAULTS } from "@satchel/contracts";
import type { FaultEntry } from "./formats/index.ts";
import { faultText } from "./imported-link.ts";
import { FAULTS_BYTES } from "./limits.ts";

/**
 * The progress of an import, stored after each batch: the next worker continues after entry `read`. `tries` counts the
 * workers that started without making progress. `highlights` is missing where there are none.
 */
export type ImportState = Omit<Import, "highlights"> & { readonly highlights?: number; readonly tries: number };

export type ImportStates = ImportProgress<ImportState>;

export const newImport = ({ importId, name, format, startedAt }: ImportJob): ImportState => ({
  id: importId,
  name,
  format,
  status: "running",
  progress: 0,
  read: 0,
  saved: 0,
  known: 0,
  skipped: 0,
  faults: [],
  error: null,
  started_at: startedAt,
  finished_at: null,
  tries: 0,
});

/** An import as the HTTP API returns it. */
export function toImport(kept: ImportState): Import {
  const { tries: _, highlights = 0, ...rest } = kept;
  return { ...rest, highlights };
}

/** Counts the outcomes of a file's entries. */
export class Ledger {
  #state: ImportState;
  #faultBytes: number;

  constructor(state: ImportState) {
    this.#state = { ...state, faults: [...state.faults] };
    this.#faultBytes = Buffer.byteLength(JSON.stringify(state.faults));
  }

  get state(): ImportState {
    return this.#state;
  }

  /** Counts from the beginning of the file again. */
  restart(): void {
    this.#state = { ...this.#state, read: 0, progress: 0, saved: 0, known: 0, highlights: 0, skipped: 0, faults: [] };
    this.#faultBytes = 0;
  }

  count(outcome: "saved" | "known" | "highlights"): void {
    this.#state = { ...this.#state, [outcome]: (this.#state[outcome] ?? 0) + 1 };
  }

  /** Counts a skipped entry, and lists it if it is one of the first. */
  skip(entry: number, { text, reason }: FaultEntry): void {
    const { faults, skipped } = this.#state;
    this.#state = { ...this.#state, skipped: skipped + 1 };
    if (faults.length >= IMPORT_FAULTS) return;
    const fault = { entry, text: faultText(text), reason };
    this.#faultBytes += Buffer.byteLength(JSON.stringify(fault)) + 1;
    if (this.#faultBytes <= FAULTS_BYTES) faults.push(fault);
  }

  /** All entries up to this one are done. */
  reached(read: number, progress: number): void {
    this.#state = { ...this.#state, read, progress, tries: 0 };
  }

  finish(at: Date, failed?: string): void {
    this.#state = {
      ...this.#state,
      status: failed === undefined ? "done" : "failed",
      progress: failed === undefined ? 1 : this.#state.progress,
      error: failed ?? null,
      finished_at: at.toISOString(),
    };
  }
}
