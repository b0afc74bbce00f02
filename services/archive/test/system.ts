import { randomUUID } from "node:crypto";
import {
  type BlobStore,
  type CopyTexts,
  documentName,
  openCopies,
  openCopyTexts,
  openDocuments,
  openPageJobs,
  packParts,
  type PagePart,
  type PageJobs,
  queriesOver,
  readConfig,
  type RunningService,
} from "@satchel/chassis";
import { openServiceWorld, type ServiceWorld } from "@satchel/chassis/test/service-world.ts";
import { aggregateSubject, type CopyId, copyName, type LinkId, type UserId } from "@satchel/contracts";
import { strFromU8, unzipSync } from "fflate";
import type { Kysely } from "kysely";
import { v5 } from "uuid";
import { ArchiveConfig, startArchive } from "../src/index.ts";
import type { ArchiveTables } from "../src/queries/index.ts";

/** A link of a user. */
export interface TestLink {
  readonly userId: UserId;
  readonly linkId: LinkId;
}

/** A document as enrichment hands it over. */
interface HandedDocument {
  /** Default {@link PAGE_URL}. */
  readonly url?: string;
  readonly html?: string;
  /** A file instead of a page. */
  readonly file?: { readonly type: string; readonly bytes: Uint8Array };
  readonly parts?: readonly PagePart[];
  readonly isRequested?: boolean;
  readonly failure?: string;
  /** Where it came from; missing: it was fetched. */
  readonly source?: "extension" | "upload" | "mail";
}

/** The running archive service, with its own NATS server and database. */
export interface System extends ServiceWorld {
  readonly jobs: PageJobs;
  /** With the role of the gateway. */
  readonly db: Kysely<ArchiveTables>;
  readonly documents: BlobStore;
  readonly copies: BlobStore;
  readonly texts: CopyTexts;
  /** Milliseconds since 1970; the service's clock. */
  clock: number;
  /** Saves a link of a new user, or of the given one. */
  saveLink(userId?: UserId): Promise<TestLink>;
  /** Appends an event of the link's own. */
  happens(link: TestLink, type: string, data?: object): Promise<void>;
  /** Hands a document over. @returns the version that is made of it */
  handOver(link: TestLink, document: HandedDocument): Promise<CopyId>;
  /** The archive's events of a link. */
  eventsOf(link: TestLink): Promise<{ type: string; data: Record<string, unknown> }[]>;
  /** The files of a copy by name, as texts. */
  filesOf(link: TestLink, version: CopyId): Promise<Record<string, string>>;
  start(): Promise<RunningService>;
}

export const PAGE_URL = "https://example.org/a/page.html";

/** @param env settings beside the usual ones @param isStarted whether the service runs */
export async function startSystem(env: Readonly<Record<string, string>> = {}, isStarted = true): Promise<System> {
  const world = await openServiceWorld(env);
  const { bus, journal, logger, reader } = world;
  const config = readConfig(ArchiveConfig, world.env);
  const jobs = await openPageJobs(bus);
  const documents = await openDocuments(bus);
  const copies = await openCopies(bus, config);
  const texts = await openCopyTexts(bus);

  const append = async (subject: string, type: string, data: object): Promise<void> => {
    const expected = (await journal.last(subject))?.sequence ?? 0;
    await journal.append({ subject, event: { id: randomUUID(), type, data }, expected });
  };
  const system: System = {
    ...world,
    jobs,
    db: queriesOver<ArchiveTables>(reader),
    documents,
    copies,
    texts,
    clock: Date.now(),
    saveLink: async (userId = randomUUID() as UserId) => {
      const link = { userId, linkId: randomUUID() as LinkId };
      await system.happens(link, "LinkSaved", { url: PAGE_URL, origin: { kind: "page" } });
      return link;
    },
    happens: ({ userId, linkId }, type, data = {}) => append(aggregateSubject(userId, "links", linkId), type, data),
    handOver: async (link, { html = "", url = PAGE_URL, file, parts = [], isRequested = false, failure, source }) => {
      const { userId, linkId } = link;
      const id = randomUUID();
      const version = v5("copy", id) as CopyId;
      const about = { version, url, isRequested, source };
      if (failure !== undefined) {
        await jobs.submitCopy({ ...link, details: { ...about, failure } });
        return version;
      }
      const name = documentName(userId, linkId, file === undefined ? `${id}.parts` : id);
      const type = file?.type ?? "text/html";
      const document = file?.bytes ?? new TextEncoder().encode(html);
      await documents.put(name, file === undefined ? packParts({ url, type, document, parts, leftOut: 0 }) : document);
      await jobs.submitCopy({ ...link, details: { ...about, name, type } });
      return version;
    },
    eventsOf: async ({ userId, linkId }) => {
      const events = await journal.readAggregate(aggregateSubject(userId, "archive", linkId));
      return events.map(({ type, data }) => ({ type, data: data as Record<string, unknown> }));
    },
    filesOf: async ({ userId, linkId }, version) => {
      const zip = await copies.get(copyName(userId, linkId, version));
      if (zip === undefined) throw new Error("no such copy");
      return Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]));
    },
    start: () => world.run(startArchive(config, logger, () => system.clock)),
  };
  if (isStarted) await system.start();
  return system;
}

const PARAGRAPHS = Array.from(
  { length: 8 },
  (_, n) =>
    `<p>Paragraph ${n} is long enough to be taken for the text of an article, with commas, words that go on for a while about tides and the moon, and a full stop at its end.`,
).join("");

export const ARTICLE = (marker: string): string =>
  `<!doctype html><html lang=en><title>${marker}</title><article><h1>${marker}</h1>${PARAGRAPHS}<p>${marker} ends here.</article>`;
