/** Markers of a JPEG (ITU-T T.81, table B.1); the eight restart markers come directly before START_OF_IMAGE. */
const MARKER = 0xff;
const STUFFED = 0x00;
const FIRST_RESTART = 0xd0;
const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** Whether a marker has no segment with a length. */
const standsAlone = (marker: number): boolean =>
  marker === STUFFED || marker === MARKER || (marker >= FIRST_RESTART && marker <= START_OF_IMAGE);

/**
 * The number of scans of a JPEG. A progressive one has several, each of which refines the whole picture: decoding time grows
 * with their number, whatever their size. Nothing is decoded. Scans inside of a segment, such as a thumbnail's, do not
 * count.
 */
export function countScans(bytes: Uint8Array): number {
  let scans = 0;
  for (let at = bytes.indexOf(MARKER); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(MARKER, at)) {
    const marker = bytes[at + 1] ?? END_OF_IMAGE;
    if (marker === END_OF_IMAGE) break;
    if (standsAlone(marker)) {
      at += marker === MARKER ? 1 : 2;
      continue;
    }
    if (marker === START_OF_SCAN) scans++;
    at += 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
  }
  return scans;
}
