import { setTimeout as delay } from "node:timers/promises";
import { jetstreamManager, type StreamInfo } from "@nats-io/jetstream";
import { JOURNAL } from "@satchel/contracts";
import { ELECTIONS_MS, eventually, type NatsNode, startNatsCluster } from "@satchel/testing";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { linkSaved, linkSubject, someUser } from "../../test/links.ts";
import { joinJournal } from "../../test/world.ts";
import { openEndedSessions } from "../ended-sessions.ts";
import { openImportFiles } from "../imports/files.ts";
import type { Journal } from "../journal/journal.ts";
import { openPictures } from "../pictures.ts";
import { openBucket } from "./bucket.ts";
import type { Bus } from "./connect.ts";

const cluster = await startNatsCluster();
const { url, monitorUrl, nodes } = cluster;
const join = (copies: number) => joinJournal({ url, monitorUrl, copies });

afterEach(async () => {
  await Promise.all(nodes.filter(({ pid }) => pid === undefined).map((node) => node.start()));
});

async function streamsOf(bus: Bus): Promise<StreamInfo[]> {
  const jsm = await jetstreamManager(bus.nc);
  const streams: StreamInfo[] = [];
  for await (const stream of jsm.streams.list()) streams.push(stream);
  return streams;
}

const openAll = async (bus: Bus): Promise<void> => {
  const bucket = await openBucket(bus, "notes");
  await bucket.put("first", "kept");
  await openEndedSessions(bus);
  await openPictures(bus);
  await openImportFiles(bus);
};

const leaderOf = async (journal: Journal): Promise<NatsNode> => {
  const leader = (await journal.info()).cluster?.leader;
  return nodes[Number(leader?.replace("node", ""))] as NatsNode;
};

/** Milliseconds between two appends: a server that comes back has to catch up with them. */
const PAUSE_MS = 5;

/**
 * Appends one event after the other until told to stop, each again until the bus has acknowledged it. Ends with the test: a
 * connection that is closed refuses at once, and nothing else would come to its turn.
 */
function appending(journal: Journal) {
  const acknowledged: string[] = [];
  let isStopped = false;
  const done = (async () => {
    while (!isStopped) {
      const request = { subject: linkSubject(someUser()), event: linkSaved(), expected: 0 };
      for (let stored = false; !stored && !isStopped; ) {
        stored = await journal.append(request).then(
          () => true,
          () => false,
        );
        if (stored) acknowledged.push(request.event.id);
        await delay(PAUSE_MS);
      }
    }
  })();
  const stop = (): Promise<void> => {
    isStopped = true;
    return done;
  };
  onTestFinished(stop);
  return { acknowledged, stop };
}

async function idsOf(journal: Journal): Promise<string[]> {
  const ids: string[] = [];
  const last = (await journal.info()).state.last_seq;
  for (let seq = 1; seq <= last; seq++) {
    const message = await journal.jsm.streams.getMessage(JOURNAL, { seq });
    if (message !== null) ids.push(message.header?.get("Nats-Msg-Id") ?? "");
  }
  return ids;
}

test("given streams and buckets of one server, when three copies are asked for, then all have three and what was in them", async () => {
  const before = await join(1);
  await openAll(before.bus);
  const subject = linkSubject(someUser());
  await before.journal.append({ subject, event: linkSaved(), expected: 0 });
  expect((await streamsOf(before.bus)).map(({ config }) => config.num_replicas)).toEqual([1, 1, 1, 1, 1]);

  const { bus, journal } = await join(3);
  await openAll(bus);

  const streams = await streamsOf(bus);
  expect(streams.map(({ config }) => [config.name, config.num_replicas])).toEqual(
    [JOURNAL, "KV_ended-sessions", "KV_notes", "OBJ_imports", "OBJ_pictures"]
      .map((name) => [name, 3])
      .sort(([a], [b]) => String(a).localeCompare(String(b))),
  );
  await eventually(async () => {
    const { cluster: state } = await journal.info();
    expect(state?.replicas?.filter(({ current }) => current)).toHaveLength(2);
  });
  expect(await journal.readAggregate(subject)).toHaveLength(1);
  expect((await (await openBucket(bus, "notes")).get("first")).text).toBe("kept");
});

test("given a cluster, when many processes open the same buckets at once, then each opens them", async () => {
  const buses = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const node = nodes[n % nodes.length] as NatsNode;
      const { bus } = await joinJournal({ url: node.url, monitorUrl: node.monitorUrl, copies: 3 });
      return bus;
    }),
  );
  for (let round = 0; round < 10; round++) {
    const opened = await Promise.allSettled(buses.map((bus) => openBucket(bus, `shared-${round}`)));
    expect(opened.filter(({ status }) => status === "rejected")).toEqual([]);
  }
});

test("given connections to each of the servers, when aggregates are read again and again, then every reading finds its consumer", async () => {
  const journals = await Promise.all(nodes.map((node) => joinJournal({ url: node.url, monitorUrl, copies: 3 })));
  const subject = linkSubject(someUser());
  await journals[0]?.journal.append({ subject, event: linkSaved(), expected: 0 });
  for (let round = 0; round < 40; round++) {
    const read = await Promise.all(journals.map(({ journal }) => journal.readAggregate(subject)));
    expect(read.map(({ length }) => length)).toEqual([1, 1, 1]);
  }
});

test("given appends go on, when each server is killed and started again in turn, the leader first, then what was acknowledged is there, once", async () => {
  const { journal } = await join(3);
  const work = appending(journal);
  const leader = await leaderOf(journal);
  for (const node of [leader, ...nodes.filter((each) => each !== leader)]) {
    const before = work.acknowledged.length;
    await node.stop("SIGKILL");
    await eventually(() => work.acknowledged.length > before + 5, { timeout: ELECTIONS_MS });
    await node.start();
  }
  await work.stop();
  const stored = await idsOf(journal);
  expect(stored.filter((id) => work.acknowledged.includes(id)).sort()).toEqual([...work.acknowledged].sort());
  expect(new Set(stored).size).toBe(stored.length);
}, 400_000);

test("given two of three servers are gone, then nothing is acknowledged until one of them is back", async () => {
  const { journal } = await eventually(() => join(3), { timeout: ELECTIONS_MS });
  const [first, second] = nodes as [NatsNode, NatsNode];
  await Promise.all([first.stop("SIGKILL"), second.stop("SIGKILL")]);
  const subject = linkSubject(someUser());
  const event = linkSaved();
  await expect(journal.append({ subject, event, expected: 0 })).rejects.toThrow();

  await first.start();
  const again = await eventually(() => journal.append({ subject, event, expected: 0 }), { timeout: ELECTIONS_MS });
  const read = await eventually(() => journal.readAggregate(subject), { timeout: ELECTIONS_MS });
  expect(read).toMatchObject([{ id: event.id, sequence: again.sequence }]);
});
