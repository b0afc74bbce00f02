/** Octets of one page of WebAssembly memory (core specification, section 4.2.8). */
const PAGE_BYTES = 64 * 1024;

const MEMORY_SECTION = 5;
const HAS_MAXIMUM = 1;

/**
 * Gives a WebAssembly module a memory of at most so many octets: what a hostile picture makes a decoder ask for beyond
 * that is refused by the engine, whatever the decoder believes of itself. The decoders' own maximum is 2 GiB.
 * @throws TypeError when the module does not define exactly one memory
 */
export function boundMemory(wasm: Uint8Array, maxBytes: number): Uint8Array {
  let at = 8;
  while (at < wasm.length) {
    const section = wasm[at];
    const [length, start] = readNumber(wasm, at + 1);
    const end = start + length;
    if (section === MEMORY_SECTION) {
      const [count, flagsAt] = readNumber(wasm, start);
      const [flags, minimumAt] = readNumber(wasm, flagsAt);
      const [minimum] = readNumber(wasm, minimumAt);
      if (count !== 1 || flags > HAS_MAXIMUM) break;
      const maximum = Math.max(minimum, Math.floor(maxBytes / PAGE_BYTES));
      const content = [1, HAS_MAXIMUM, ...writeNumber(minimum), ...writeNumber(maximum)];
      const rewritten = [MEMORY_SECTION, ...writeNumber(content.length), ...content];
      return Buffer.concat([wasm.subarray(0, at), Buffer.from(rewritten), wasm.subarray(end)]);
    }
    at = end;
  }
  throw new TypeError("the WebAssembly module defines no memory of its own");
}

/** An unsigned LEB128 number and where it ends (core specification, section 5.2.2). */
function readNumber(bytes: Uint8Array, at: number): [value: number, end: number] {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const octet = bytes[at++] ?? 0;
    value += (octet & 0x7f) * 2 ** shift;
    if (octet < 0x80) return [value, at];
  }
}

function writeNumber(value: number): number[] {
  const octets: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...octets, rest];
    octets.push((rest % 128) | 0x80);
  }
}
