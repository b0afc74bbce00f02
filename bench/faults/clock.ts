import { access, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const FOLDER = "/usr/lib";
/** Seconds after which libfaketime looks at its file again. */
const CACHE_SECONDS = 1;

/** The library that shifts a program's clock, Debian's package `libfaketime`; undefined where it is not installed. */
export async function findFaketime(): Promise<string | undefined> {
  for (const name of await readdir(FOLDER).catch(() => [])) {
    const path = join(FOLDER, name, "faketime/libfaketimeMT.so.1");
    const found = await access(path).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return undefined;
}

/**
 * The shifted clock of one program. The time of day is shifted; monotonic time is not, as when a machine's clock is set.
 */
export class Clock {
  readonly #library: string;
  readonly #file: string;

  private constructor(library: string, file: string) {
    this.#library = library;
    this.#file = file;
  }

  /** @param file with the shift */
  static async at(library: string, file: string): Promise<Clock> {
    const clock = new Clock(library, file);
    await clock.#write(0);
    return clock;
  }

  /** Variables for the start of the program. */
  get env(): Record<string, string> {
    return {
      LD_PRELOAD: this.#library,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_CACHE_DURATION: String(CACHE_SECONDS),
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
    };
  }

  /** Shifts it by so many seconds from the true time. Resolves when it is in effect. */
  async shift(seconds: number): Promise<void> {
    await this.#write(seconds);
    await sleep(CACHE_SECONDS * 1000);
  }

  async #write(seconds: number): Promise<void> {
    await writeFile(`${this.#file}.new`, `${seconds < 0 ? "" : "+"}${seconds}\n`, { mode: 0o644 });
    await rename(`${this.#file}.new`, this.#file);
  }
}
