import { jetstreamManager } from "@nats-io/jetstream";
import { type Bus, connectBus, createLogger } from "@satchel/chassis";
import { eventually, spawnProgram, startTestNats } from "@satchel/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetcherFor, HTML, kept, PAGE } from "../../test/fetching.ts";
import { serveHttp } from "../../test/loopback-server.ts";
import { HOST_CONNECTIONS, PLACE_KEPT_MS } from "../limits.ts";
import { createHostPlaces } from "./host-places.ts";
import { openPlaceLeases } from "./place-leases.ts";

const STREAM = "FETCH_PLACES";
const PLACE_MS = 3000;
const logger = createLogger("test", "silent");
let natsUrl: string;
const buses: Bus[] = [];

/** A replica of the service, as far as its bus goes. */
async function replica(): Promise<Bus> {
  const bus = await connectBus({ url: natsUrl, name: "test", logger });
  buses.push(bus);
  return bus;
}
const openLeases = async () => openPlaceLeases(await replica(), logger, PLACE_MS);

beforeAll(async () => {
  natsUrl = (await startTestNats()).url;
});
afterAll(() => Promise.all(buses.map((bus) => bus.close())));

describe("places at a host", () => {
  test("given three replicas with many pages of one host each, then no more than two are connected to it at any time, and all have their turn", async () => {
    let [open, most] = [0, 0];
    const server = kept(
      await serveHttp((_, response) => {
        most = Math.max(most, ++open);
        response.on("close", () => open--);
        setTimeout(() => response.writeHead(200, HTML).end("ok"), 20);
      }),
    );
    const at = `127.0.0.1:${server.port}`;
    const replicas = await Promise.all(Array.from({ length: 3 }, openLeases));
    const fetchers = replicas.map((leases) => fetcherFor([at], { places: createHostPlaces(leases) }));

    const left = fetchers.flatMap((fetcher) => Array.from({ length: 10 }, () => fetcher));
    const results: boolean[] = [];
    await Promise.all(
      left.map(async (fetcher) => {
        for (;;) {
          const result = await fetcher.fetchPage(`http://${at}/`, PAGE);
          if (result.ok || result.reason !== "host-busy") return results.push(result.ok);
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 200));
        }
      }),
    );

    expect(results).toEqual(left.map(() => true));
    expect(most).toBe(HOST_CONNECTIONS);
  });

  test("given a replica that is killed over its fetches, then its places are free again after a while, and not before", async () => {
    const host = "killed.example";
    const leases = await openLeases();
    const taker = await spawnProgram(new URL("../../test/place-taker.ts", import.meta.url), {
      env: { NATS_URL: natsUrl, HOST: host, PLACE_MS: String(PLACE_MS) },
    });
    await taker.waitForLine(/none left/, 40_000);

    await taker.kill("SIGKILL");

    expect(taker.stdout.filter((line) => line.startsWith("taken"))).toHaveLength(HOST_CONNECTIONS);
    expect(await leases.tryTake(host)).toBeUndefined();
    const again = await eventually(
      async () => {
        const place = await leases.tryTake(host);
        expect(place).toBeDefined();
        return place;
      },
      { timeout: 3 * PLACE_MS },
    );
    again?.release();
  });

  test("given they are given back, then nothing of them stays, and nothing tells the host's name", async () => {
    const host = "discreet.example";
    const leases = await openLeases();
    const jsm = await jetstreamManager((await replica()).nc);
    const subjects = async () => (await jsm.streams.info(STREAM, { subjects_filter: ">" })).state;
    const before = (await subjects()).messages;
    const place = await leases.tryTake(host);
    const { messages, subjects: names } = await subjects();
    expect(messages).toBe(before + 1);
    expect(JSON.stringify(names)).not.toContain("discreet");
    place?.release();
    await eventually(async () => expect((await subjects()).messages).toBe(before));
  });

  test("given one is given back, then it stays with its replica for a moment, and others have it soon after", async () => {
    const host = "kept.example";
    const [one, other] = [await openPlaceLeases(await replica(), logger), await openLeases()];
    const places = [await one.tryTake(host), await one.tryTake(host)];
    for (const place of places) place?.release();

    expect(await one.tryTake(host)).toBeDefined();
    expect(await other.tryTake(host)).toBeUndefined();
    await eventually(async () => expect(await other.tryTake(host)).toBeDefined());
    expect(await other.tryTake(host)).toBeUndefined();
  });

  test("given one is almost as old as it may become, then no fetch begins with it, for it would not last", async () => {
    const host = "old.example";
    const [one, other] = [await openLeases(), await openLeases()];
    const places = [await one.tryTake(host), await one.tryTake(host)];
    for (const place of places) place?.release();
    await eventually(async () => expect(await other.tryTake(host)).toBeDefined(), { timeout: PLACE_KEPT_MS / 2 });
  });

  test("given a replica stops, then it gives back at once what it kept", async () => {
    const host = "stopped.example";
    const [one, other] = [await openPlaceLeases(await replica(), logger), await openLeases()];
    for (const place of [await one.tryTake(host), await one.tryTake(host)]) place?.release();
    one.close();
    await eventually(async () => expect(await other.tryTake(host)).toBeDefined(), { timeout: PLACE_KEPT_MS / 2 });
  });

  test("given the bus forgets them, as after its restart, then they are shared again, and a fetch under way keeps its own", async () => {
    const [one, other] = await Promise.all([openLeases(), openLeases()]);
    const jsm = await jetstreamManager((await replica()).nc);
    const before = await one.tryTake("forgotten.example");
    await jsm.streams.delete(STREAM);

    before?.release();
    for (const leases of [one, other]) expect(await leases.tryTake("forgotten.example")).toBeDefined();
    expect(await one.tryTake("forgotten.example")).toBeUndefined();
    expect(await other.tryTake("forgotten.example")).toBeUndefined();
  });

  test("given the bus is gone, then each goes on by itself", async () => {
    const bus = await connectBus({ url: natsUrl, name: "test", logger });
    const leases = await openPlaceLeases(bus, logger, PLACE_MS);
    await bus.close();
    const place = await leases.tryTake("alone.example");
    expect(place).toBeDefined();
    place?.release();
  });
});
