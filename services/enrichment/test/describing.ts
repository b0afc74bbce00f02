import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type Bus,
  createAccountQueue,
  type Journal,
  type StoredEvent,
  openDocuments,
  openPageJobs,
  openPictures,
} from "@satchel/chassis";
import { openJournalWorld } from "@satchel/chassis/test/world.ts";
import { aggregateSubject, type LinkId, type UserId } from "@satchel/contracts";
import { atEnd } from "@satchel/testing";
import { beforeEach } from "vitest";
import type { DescribeDeps } from "../src/policies/attempt.ts";
import type { FetchedDocument } from "../src/policies/hand-over.ts";
import type { PictureJobDetails } from "../src/policies/illustrate.ts";
import { createExtractor } from "../src/reading/extractor.ts";
import { createFetcher } from "../src/fetching/page-fetcher.ts";
import { createPictureKeeper, type PictureKeeper } from "../src/pictures/keep-picture.ts";
import { createReEncoder } from "../src/pictures/re-encoder.ts";
import { type LoopbackServer, serveHttp } from "./loopback-server.ts";

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** All that describing and checking take, on a NATS server of its own, beside a site whose answers can be changed. */
export interface DescribingWorld {
  readonly bus: Bus;
  readonly journal: Journal;
  readonly deps: DescribeDeps & { readonly pictures: PictureKeeper };
  /** The time in milliseconds since 1970; only what is decided here moves it. */
  clock: number;
  /** Host and port of the site. */
  readonly host: string;
  /** What the site answers, by path; 404 otherwise. */
  readonly pages: Map<string, Answer>;
  /** Pictures that are to be kept, the newest last. */
  readonly pictureJobs: PictureJobDetails[];
  /** Documents that were handed over, the newest last. */
  readonly documents: FetchedDocument[];
  /** Requests to the site since it was emptied, as `METHOD path`. */
  readonly requests: string[];
}

export const html =
  (title: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(200, { "content-type": "text/html", ...headers }).end(`<title>${title}</title><p>Words.`);

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end();

export async function openDescribingWorld(): Promise<DescribingWorld> {
  const pages = new Map<string, Answer>();
  const requests: string[] = [];
  const site: LoopbackServer = await serveHttp((request, response) => {
    const path = request.url ?? "";
    // Every page without an icon is asked for this one; that tells nothing here.
    if (path !== "/favicon.ico") requests.push(`${request.method} ${path}`);
    (pages.get(path) ?? status(404))(response, request);
  });
  const host = `127.0.0.1:${site.port}`;
  const { bus, journal, logger } = await openJournalWorld();
  const fetcher = createFetcher({ allow: [host], dnsServers: ["127.0.0.1:9"], userAgent: "Satchel-test" });
  const extractor = createExtractor({ workers: 1 });
  const reEncoder = createReEncoder();
  const kept = await openPictures(bus);
  const pictures = createPictureKeeper({ fetcher, reEncoder, pictures: kept, iconServiceUrl: undefined, logger });
  const pictureJobs: PictureJobDetails[] = [];
  const documents: FetchedDocument[] = [];
  const world: DescribingWorld = {
    bus,
    journal,
    pictureJobs,
    documents,
    clock: Date.now(),
    host,
    pages,
    requests,
    deps: {
      journal,
      documents: await openDocuments(bus),
      jobs: await openPageJobs(bus),
      fetcher,
      extractor,
      pictures,
      logger,
      now: () => world.clock,
      accounts: createAccountQueue(8, new AbortController().signal),
      beforeFetch: () => extractor.prepare(),
      submitPictures: async (_, details) => void pictureJobs.push(details),
      handOver: async (_, fetched) => void documents.push(fetched),
    },
  };
  atEnd(async () => {
    await Promise.all([fetcher.close(), extractor.close(), reEncoder.close()]);
    await site.close();
  });
  return world;
}

/** A world for the tests of a file: each begins without pages, and without what came of those before. */
export async function describingWorld(): Promise<DescribingWorld> {
  const world = await openDescribingWorld();
  beforeEach(() => {
    world.pages.clear();
    for (const seen of [world.requests, world.pictureJobs, world.documents]) seen.length = 0;
  });
  return world;
}

/** A link of a new user, as its journal has it. */
export interface TestLink {
  readonly userId: UserId;
  readonly linkId: LinkId;
  readonly url: string;
  /** Appends an event of the link's own. @returns it, as work queues give it */
  happens(type: string, data?: object): Promise<StoredEvent>;
  /** The events about its page. */
  pageEvents(): Promise<{ type: string; data: Record<string, unknown> }[]>;
}

export async function newLink({ journal, host }: DescribingWorld, path: string): Promise<TestLink> {
  const userId = randomUUID() as UserId;
  const linkId = randomUUID() as LinkId;
  const url = path.startsWith("http") ? path : `http://${host}${path}`;
  const subject = aggregateSubject(userId, "links", linkId);
  return {
    userId,
    linkId,
    url,
    happens: async (type, data = {}) => {
      const expected = (await journal.last(subject))?.sequence ?? 0;
      const needed = { LinkSaved: { url, origin: { kind: "page" } }, LinkRefreshRequested: { url } };
      const all = { ...(needed as Record<string, object>)[type], ...data };
      await journal.append({ subject, event: { id: randomUUID(), type, data: all }, expected });
      const stored = await journal.last(subject);
      if (stored === undefined) throw new Error("nothing was stored");
      return stored;
    },
    pageEvents: async () => {
      const events = await journal.readAggregate(aggregateSubject(userId, "enrichment", linkId));
      return events.map(({ type, data }) => ({ type, data: data as Record<string, unknown> }));
    },
  };
}
