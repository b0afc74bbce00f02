import { execFile } from "node:child_process";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { atEnd } from "@satchel/testing";

const run = promisify(execFile);

/** Milliseconds between two attempts to fill space that was freed. */
const REFILL_MS = 200;
const PIECES = [1024 * 1024, 4096];

/** A small disk (a tmpfs) that can be filled and emptied. */
export class Disk {
  readonly folder: string;
  #ballast: FileHandle | undefined;
  #filling: NodeJS.Timeout | undefined;
  #filled: Promise<void> = Promise.resolve();

  private constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Mounts one until `cleanUp`. Without the permission, it is an ordinary folder, which can't be filled.
   * @param megabytes its size
   */
  static async at(folder: string, megabytes: number): Promise<Disk> {
    await mkdir(folder, { recursive: true });
    if (Disk.possible) {
      await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "satchel-faults", folder]);
      atEnd(async () => void (await run("umount", ["--lazy", folder])));
    }
    return new Disk(folder);
  }

  /** Only root may mount. */
  static readonly possible = process.platform === "linux" && process.getuid?.() === 0;

  /** Fills the disk, and keeps it full when space is freed. */
  async fill(): Promise<void> {
    const ballast = await open(join(this.folder, ".ballast"), "a");
    this.#ballast = ballast;
    const fill = async (): Promise<void> => {
      for (const size of PIECES) {
        const piece = Buffer.alloc(size);
        try {
          for (;;) await ballast.write(piece);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        }
      }
    };
    await fill();
    const next = (): void => {
      this.#filling = setTimeout(() => {
        this.#filled = fill().then(next);
      }, REFILL_MS);
    };
    next();
  }

  /** Frees the space. */
  async empty(): Promise<void> {
    await this.#filled;
    clearTimeout(this.#filling);
    // The space of a file is freed when it is not open any more.
    await this.#ballast?.close();
    await rm(join(this.folder, ".ballast"), { force: true });
  }
}
