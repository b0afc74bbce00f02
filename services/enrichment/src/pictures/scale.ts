import type { Pixels } from "./pixels.ts";

/**
 * Scales a picture down until neither side is longer than `side` pixels, by the mean of all that falls into a pixel; a
 * smaller one stays as it is. One row of sums is all the memory it takes beside the result.
 */
export function scaleToFit(source: Pixels, side: number): Pixels {
  const factor = side / Math.max(source.width, source.height);
  if (factor >= 1) return source;
  const width = Math.max(1, Math.round(source.width * factor));
  const height = Math.max(1, Math.round(source.height * factor));
  const data = new Uint8ClampedArray(width * height * 4);
  const columns = shares(source.width, width);
  const rows = shares(source.height, height);
  const row = new Float64Array(width * 4);
  let sums = new Float64Array(width * 4);
  let next = new Float64Array(width * 4);
  let out = 0;
  for (let y = 0; y < source.height; y++) {
    addUp(source, y, columns, row);
    const here = rows.first[y] ?? 0;
    if (here !== out) {
      write(data, out, sums);
      [sums, next] = [next, sums];
      next.fill(0);
      out = here;
    }
    const within = rows.within[y] ?? 0;
    const beyond = rows.beyond[y] ?? 0;
    for (let i = 0; i < row.length; i++) {
      const value = row[i] ?? 0;
      sums[i] = (sums[i] ?? 0) + value * within;
      next[i] = (next[i] ?? 0) + value * beyond;
    }
  }
  write(data, out, sums);
  return { width, height, data };
}

/** For each of `from` places the first of `to` places it falls into, how much of that it fills, and how much of the next. */
function shares(from: number, to: number): { first: Uint32Array; within: Float64Array; beyond: Float64Array } {
  const first = new Uint32Array(from);
  const within = new Float64Array(from);
  const beyond = new Float64Array(from);
  for (let i = 0; i < from; i++) {
    const start = (i * to) / from;
    const end = Math.min(((i + 1) * to) / from, to);
    const place = Math.min(Math.floor(start), to - 1);
    first[i] = place;
    within[i] = Math.min(end, place + 1) - start;
    beyond[i] = Math.max(0, end - (place + 1));
  }
  return { first, within, beyond };
}

/** One row, made narrower, its colours multiplied by their alpha: what can't be seen must not colour its neighbours. */
function addUp({ data, width }: Pixels, y: number, columns: ReturnType<typeof shares>, row: Float64Array): void {
  row.fill(0);
  for (let x = 0; x < width; x++) {
    const at = (y * width + x) * 4;
    const place = (columns.first[x] ?? 0) * 4;
    addPixel(data, at, columns.within[x] ?? 0, row, place);
    const beyond = columns.beyond[x] ?? 0;
    if (beyond > 0) addPixel(data, at, beyond, row, place + 4);
  }
}

function addPixel(data: Uint8ClampedArray, at: number, share: number, row: Float64Array, to: number): void {
  const visible = ((data[at + 3] ?? 0) / 255) * share;
  row[to] = (row[to] ?? 0) + (data[at] ?? 0) * visible;
  row[to + 1] = (row[to + 1] ?? 0) + (data[at + 1] ?? 0) * visible;
  row[to + 2] = (row[to + 2] ?? 0) + (data[at + 2] ?? 0) * visible;
  row[to + 3] = (row[to + 3] ?? 0) + visible;
}

function write(data: Uint8ClampedArray, y: number, sums: Float64Array): void {
  for (let i = 0; i < sums.length; i += 4) {
    const alpha = sums[i + 3] ?? 0;
    const at = y * sums.length + i;
    for (const channel of [0, 1, 2]) data[at + channel] = alpha === 0 ? 0 : (sums[i + channel] ?? 0) / alpha;
    data[at + 3] = alpha * 255;
  }
}
