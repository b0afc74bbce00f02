/** Attempts to load a file before it counts as missing. */
const TRIES = 3;

/** Milliseconds before the second attempt, doubled for each further one. */
const PAUSE_MS = 400;

/** A part of the page that could not be loaded; it can be retried. */
export class PartMissing extends Error {}

/** A part of the page that the server no longer has, because it has a newer version of the page. */
export class PartGone extends Error {}

let files: Readonly<Record<string, readonly string[]>> | undefined;

/** The files of a part, which the build wrote into the document (vite/parts.ts); none in development. */
function filesOf(name: string): readonly string[] {
  files ??= JSON.parse(globalThis.document?.getElementById("parts")?.textContent ?? "{}") as NonNullable<typeof files>;
  return files[name] ?? [];
}

async function fetchFile(path: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(path).catch(() => undefined);
    if (answer?.status === 404) throw new PartGone(`There is no ${path} any more`);
    // Browsers only cache a body that was read to its end.
    if (answer?.ok === true && (await answer.arrayBuffer().catch(() => undefined)) !== undefined) return;
    if (attempt === TRIES) throw new PartMissing(`${path} could not be loaded`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** (attempt - 1)));
  }
}

const fetched = new Map<string, Promise<void>>();

/** Puts a file of the page into the browser's cache, once. */
function cacheFile(path: string): Promise<void> {
  const known = fetched.get(path);
  if (known !== undefined) return known;
  const fetching = fetchFile(path);
  fetched.set(path, fetching);
  fetching.catch(() => fetched.delete(path));
  return fetching;
}

/**
 * Loads a part of the page. A failed `import()` is never retried by browsers while the page is open. So the part's files are
 * fetched first, which can be retried, and `import()` finds them in the cache.
 * @param name folder and name of its module, such as `add/AddDialog`
 * @throws {PartMissing} without a connection, {@link PartGone} after a new release
 */
export async function loadPart<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  await Promise.all(filesOf(name).map(cacheFile));
  return load();
}
