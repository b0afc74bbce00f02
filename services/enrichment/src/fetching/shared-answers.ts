import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Bus, Logger } from "@satchel/chassis";
import { PLACE_MS, SHARED_BYTES, SHARED_MS, SHARED_TOTAL_BYTES } from "../limits.ts";
import type { FetchedPage } from "./fetch-result.ts";
import { openMemoryStream } from "./memory-stream.ts";

/** A page's icon or picture that is not there, with the server's status. */
export type Missing = { ok: false; status: number; ms: number };

/** What is shared: a page, or that there is none. */
export type Shareable = FetchedPage | Missing;

/** What is known of an answer that somebody fetched, or is fetching. */
export type SharedAnswer =
  | { kind: "found"; answer: Shareable }
  /** Somebody fetches it right now. */
  | { kind: "awaited" }
  /** Nobody has it: it is yours to fetch, and to say how that ended. */
  | { kind: "yours"; keep: (answer: Shareable) => Promise<void>; abandon: () => Promise<void> };

/** Answers of the last {@link SHARED_MS} that all workers and replicas share. */
export type SharedAnswers = {
  /** @param request everything the answer depends on, the URL first of all */
  find(request: string): Promise<SharedAnswer>;
};

/**
 * Opens the store of shared answers. It holds no user, and whoever reads it learns nothing who doesn't know the URL
 * already: names are keyed hashes, and each answer is encrypted with a key that follows from its request. It lies in the
 * memory of the bus, within {@link SHARED_TOTAL_BYTES}.
 */
export async function openSharedAnswers(bus: Bus, logger: Logger): Promise<SharedAnswers> {
  const stream = await openMemoryStream(bus, logger, {
    name: "FETCHED_PAGES",
    prefix: "fetched",
    ageMs: SHARED_MS,
    bytes: SHARED_TOTAL_BYTES,
  });
  const missing = rememberMissing();
  return {
    async find(request) {
      const token = stream.tokenOf(request);
      const answer = missing.get(token);
      if (answer !== undefined) return { kind: "found", answer };
      // Asked by beginning, since mostly nobody has it: then that is all there is to ask.
      let sequence = await stream.claim(token, BEGUN);
      if (sequence === undefined) {
        const found = await stream.read(token);
        if (found === undefined) return { kind: "awaited" };
        if (found.data.length > 0) {
          const answer = await opened(request, found.data);
          if (!answer.ok) missing.set(token, answer, found.time);
          return { kind: "found", answer };
        }
        if (Date.now() - found.time.getTime() < BEGUN_MS) return { kind: "awaited" };
        await stream.remove(found.sequence);
        sequence = await stream.claim(token, BEGUN);
      }
      return sequence === undefined ? { kind: "awaited" } : yours(request, token, sequence);
    },
  };

  function yours(request: string, token: string, sequence: number): SharedAnswer {
    return {
      kind: "yours",
      keep: async (answer) => {
        const data = await sealed(request, answer);
        if (!answer.ok) missing.set(token, answer, new Date());
        if (data.length > SHARED_BYTES) await stream.remove(sequence);
        else await stream.replace(token, sequence, data);
      },
      abandon: () => stream.remove(sequence),
    };
  }
}

/** Missing icons and pictures that a process remembers; each takes some 200 octets. */
const MISSING_REMEMBERED = 2000;

/**
 * Remembers in this process what is not there: an icon that a site lacks is asked for with each of its pages, and looking
 * that up on the bus would cost two questions each time.
 */
function rememberMissing() {
  const known = new Map<string, { answer: Missing; until: number }>();
  return {
    get(token: string): Missing | undefined {
      const found = known.get(token);
      return found !== undefined && found.until > Date.now() ? found.answer : undefined;
    },
    /** @param since when it was found to be missing */
    set(token: string, answer: Missing, since: Date): void {
      known.delete(token);
      known.set(token, { answer, until: since.getTime() + SHARED_MS });
      for (const [oldest] of known) {
        if (known.size <= MISSING_REMEMBERED) return;
        known.delete(oldest);
      }
    },
  };
}

/** Milliseconds after which the worker that began must have died over it: longer than any fetch. */
const BEGUN_MS = 2 * PLACE_MS;

/** No octets: the fetch has begun. */
const BEGUN = new Uint8Array(0);

/** Octets from which on an answer is packed: to begin with packing costs as much as some 50 KB of it. */
const PACKED_FROM_BYTES = 64 * 1024;

const NO_BYTES = new Uint8Array(0);

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** A key of its own for each request. Not the name under which the answer lies: that has another key. */
const keyFor = (request: string): Buffer =>
  createHash("sha256").update("satchel shared answer\0").update(request).digest();

async function sealed(request: string, answer: Shareable): Promise<Uint8Array> {
  const { bytes, ...rest } = answer.ok ? answer : { ...answer, bytes: NO_BYTES, contentType: "" };
  const head = Buffer.from(JSON.stringify(rest));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  const plain = Buffer.concat([length, head, bytes]);
  // Quick rather than small: it is kept for an hour. Pictures are small already.
  const isPacked = plain.length >= PACKED_FROM_BYTES && !rest.contentType.startsWith("image/");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(request), nonce);
  const hidden = cipher.update(isPacked ? await pack(plain, { level: 1 }) : plain);
  return Buffer.concat([Buffer.from([Number(isPacked)]), nonce, hidden, cipher.final(), cipher.getAuthTag()]);
}

async function opened(request: string, data: Uint8Array): Promise<Shareable> {
  const decipher = createDecipheriv(CIPHER, keyFor(request), data.subarray(1, 1 + NONCE_BYTES));
  decipher.setAuthTag(data.subarray(-TAG_BYTES));
  const shown = Buffer.concat([decipher.update(data.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  const plain = data[0] === 1 ? await unpack(shown) : shown;
  const end = 4 + plain.readUInt32BE(0);
  // A buffer of its own, as every page's: it is handed on to a worker.
  const bytes = new Uint8Array(plain.subarray(end));
  const rest = JSON.parse(plain.toString("utf8", 4, end)) as Omit<FetchedPage, "bytes"> | Missing;
  return rest.ok ? { ...rest, bytes } : { ok: false, status: rest.status, ms: rest.ms };
}
