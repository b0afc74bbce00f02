/** How often a file is asked for before it counts as missing. */
const TRIES = 3;

/** Milliseconds before the second try; each further one waits twice as long. */
const PAUSE_MS = 400;

/** A part of the page that could not be loaded now; it may be tried again. */
export class PartMissing extends Error {}

/** A part of the page that the server has no more, since it has a newer version of the page. */
export class PartGone extends Error {}

let files: Readonly<Record<string, readonly string[]>> | undefined;

/** The files of a part, as the build wrote them into the document (vite/parts.ts); none while developing. */
function filesOf(name: string): readonly string[] {
  files ??= JSON.parse(globalThis.document?.getElementById("parts")?.textContent ?? "{}") as NonNullable<typeof files>;
  return files[name] ?? [];
}

async function fetchFile(path: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(path).catch(() => undefined);
    if (answer?.status === 404) throw new PartGone(`There is no ${path} any more`);
    // Read to its end, or the browser doesn't keep it.
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
 * Loads a part of the page. Browsers remember for as long as a page is open that an `import()` failed, and never ask for
 * its file again. So the part's files are fetched before it: that can be tried again, and `import()` finds them in the cache.
 * @param name folder and name of its module, such as `add/AddDialog`
 * @throws {PartMissing} where there is no connection, {@link PartGone} after a new release
 */
export async function loadPart<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  await Promise.all(filesOf(name).map(cacheFile));
  return load();
}
