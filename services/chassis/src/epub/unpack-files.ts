import { type AsyncFlateStreamHandler, Inflate, Unzip, type UnzipDecoder } from "fflate";

/** Octets that are unpacked at once: 4 MiB at DEFLATE's highest ratio (1,032). */
const STEP_BYTES = 4096;

/**
 * Unpacks some files of a zip, from its beginning, without believing any size that it names.
 * @param room octets that a file may have, by its name; 0: it is not unpacked. A larger one is left out
 * @param entries files in the zip at most
 * @param totalBytes octets that are unpacked at most, those that are dropped included
 * @returns the files by their names
 * @throws for what is no zip, and for what exceeds `entries` or `totalBytes`
 */
export function unpackFiles(
  zip: Uint8Array,
  room: (name: string) => number,
  { entries, totalBytes }: { readonly entries: number; readonly totalBytes: number },
): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  let count = 0;
  let total = 0;
  const unzip = new Unzip((file) => {
    if (++count > entries) throw new Error(`the zip has more than ${entries} files`);
    const most = room(file.name);
    if (most <= 0) return;
    const chunks: Uint8Array[] = [];
    let length = 0;
    file.ondata = (error, chunk, isLast) => {
      if (error !== null) throw error;
      length += chunk.length;
      total += chunk.length;
      if (total > totalBytes) throw new Error(`the zip has more than ${totalBytes} octets`);
      if (length > most) file.terminate();
      else {
        chunks.push(chunk);
        if (isLast) files.set(file.name, Buffer.concat(chunks));
      }
    };
    file.start();
  });
  unzip.register(EndingInflate);
  for (let at = 0; at < zip.length; at += STEP_BYTES) {
    unzip.push(zip.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= zip.length);
  }
  return files;
}

/** Inflates until it is ended: that of the library goes on, and a small file may be of gigabytes. */
class EndingInflate implements UnzipDecoder {
  static readonly compression = 8;
  ondata: AsyncFlateStreamHandler = () => undefined;
  readonly #inflate = new Inflate((chunk, isLast) => this.ondata(null, chunk, isLast));
  #isEnded = false;

  push(chunk: Uint8Array, isLast: boolean): void {
    if (!this.#isEnded) this.#inflate.push(chunk, isLast);
  }

  terminate(): void {
    this.#isEnded = true;
  }
}
