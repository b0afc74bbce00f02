import { createServer } from "node:http";
import { RetentionPolicy, StorageType, type StreamConfig } from "@nats-io/jetstream";
import { JOURNAL, PARTITIONS, PARTITIONS_KEY } from "@satchel/contracts";
import { atEnd, freePort, startTestNats, addSpareStream } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { linkSaved, linkSubject, someUser } from "../../test/links.ts";
import { startUnsyncedNats } from "../../test/unsynced-nats.ts";
import { openJournalWorld, testLogger } from "../../test/world.ts";
import { connectBus } from "../bus/connect.ts";
import { openJournal } from "./journal.ts";
import { ensureJournal } from "./stream.ts";

const { bus, journal, nats, logger } = await openJournalWorld();
const { jsm } = journal;
const ours = (await journal.info()).config;
await addSpareStream(jsm);

describe("the stream", () => {
  test("given no stream, when the journal is opened, then it is stored in files, without a limit, and has its number of partitions", () => {
    expect(ours).toMatchObject({
      subjects: ["journal.>"],
      storage: "file",
      retention: "limits",
      discard: "new",
      max_age: 0,
      max_msgs: -1,
      max_bytes: -1,
      metadata: { [PARTITIONS_KEY]: "16" },
    });
  });

  test("given a journal with events, when it is opened again, then it still has them", async () => {
    const subject = linkSubject(someUser());
    await journal.append({ subject, event: linkSaved(), expected: 0 });

    const again = await openJournal(bus, { logger });

    expect(await again.readAggregate(subject)).toHaveLength(1);
  });

  test.each<[string, Partial<StreamConfig>, RegExp]>([
    ["forgets by age", { max_age: 3600 * 1_000_000_000 }, /lose events/],
    ["forgets by number", { max_msgs: 1000 }, /lose events/],
    ["forgets by number on a subject", { max_msgs_per_subject: 1 }, /lose events/],
    ["forgets by size", { max_bytes: 1_000_000 }, /lose events/],
    ["forgets what was read", { retention: RetentionPolicy.Interest }, /lose events/],
    ["is kept in memory", { storage: StorageType.Memory }, /lose events/],
    ["was made with 8 partitions", { metadata: { [PARTITIONS_KEY]: "8" } }, /8 partitions.*16/],
    ["was made by somebody else", { metadata: {} }, /no partitions/],
    ["takes other subjects", { subjects: ["journal.0.>"] }, /subjects/],
    ["refuses direct reads", { allow_direct: false }, /direct/],
  ])("given a stream that %s, when the journal is opened, then it is refused", async (_, config, message) => {
    await jsm.streams.delete(JOURNAL);
    await jsm.streams.add({
      name: JOURNAL,
      subjects: ["journal.>"],
      allow_direct: true,
      metadata: { [PARTITIONS_KEY]: String(PARTITIONS) },
      ...config,
    });

    await expect(ensureJournal(journal)).rejects.toThrow(message);
  });
});

describe("the server", () => {
  async function open(options: { url: string; monitorUrl?: string; syncUnchecked?: boolean }) {
    const other = await connectBus({ url: options.url, monitorUrl: options.monitorUrl, name: "test", logger });
    atEnd(() => other.close());
    return openJournal(other, { logger: testLogger(), syncUnchecked: options.syncUnchecked ?? false });
  }

  test("given a server that does not sync every write, when the journal is opened, then it is refused, and the error names the missing setting", async () => {
    await expect(open(await startUnsyncedNats())).rejects.toThrow("sync_interval: always");
  });

  test("given no address of the monitoring, when the journal is opened, then it is refused, and the error names the setting", async () => {
    await expect(open({ url: nats.url })).rejects.toThrow("NATS_MONITOR_URL");
  });

  test("given NATS_SYNC_UNCHECKED, when the journal is opened without monitoring, then it opens", async () => {
    const { url } = await startUnsyncedNats();

    await expect(open({ url, syncUnchecked: true })).resolves.toBeDefined();
  });

  test("given a monitoring that does not answer yet, when the journal is opened, then it waits for that and opens", async () => {
    const [own, port] = await Promise.all([startTestNats(), freePort()]);
    const opened = open({ url: own.url, monitorUrl: `http://127.0.0.1:${port}` });
    const varz = await (await fetch(`${own.monitorUrl}/varz`)).text();

    const monitoring = createServer((_request, response) => response.end(varz)).listen(port, "127.0.0.1");
    atEnd(() => void monitoring.close());

    await expect(opened).resolves.toBeDefined();
  });
});
