import type { Bus, Logger } from "@satchel/chassis";
import { HOST_CONNECTIONS, PLACE_MS } from "../limits.ts";
import type { Place, PlaceLeases } from "./host-places.ts";
import { type MemoryStream, openMemoryStream } from "./memory-stream.ts";

/** Octets of all leases: an empty message and its subject take some 150, so these are far more than there are workers. */
const LEASES_BYTES = 4 * 1024 * 1024;

/**
 * Opens the places at hosts that all workers and replicas share: a place is taken by being the first to write under its
 * name, and given back by removing that. One that is not given back, because its worker died, expires after
 * {@link PLACE_MS}. The names don't tell the hosts.
 *
 * While the bus does not answer, places are given without asking, and each process keeps to the limit by itself:
 * being polite is no reason to describe nothing.
 */
export async function openPlaceLeases(bus: Bus, logger: Logger, placeMs = PLACE_MS): Promise<PlaceLeases> {
  const stream = await openMemoryStream(bus, logger, {
    name: "FETCH_PLACES",
    prefix: "places",
    ageMs: placeMs,
    bytes: LEASES_BYTES,
  });
  return {
    async tryTake(host) {
      try {
        return await takeOne(stream, host, logger);
      } catch (err) {
        logger.warn({ err }, "places at hosts can't be shared");
        return { release() {} };
      }
    },
  };
}

const NOTHING = new Uint8Array(0);

async function takeOne(stream: MemoryStream, host: string, logger: Logger): Promise<Place | undefined> {
  // Not all begin with the same: of two workers the second would always have to ask twice.
  const first = Math.floor(Math.random() * HOST_CONNECTIONS);
  for (let i = 0; i < HOST_CONNECTIONS; i++) {
    const sequence = await stream.claim(`${stream.tokenOf(host)}.${(first + i) % HOST_CONNECTIONS}`, NOTHING);
    if (sequence !== undefined) {
      return {
        release() {
          stream.remove(sequence).catch((err: unknown) => logger.warn({ err }, "a place at a host expires by itself"));
        },
      };
    }
  }
  return undefined;
}
