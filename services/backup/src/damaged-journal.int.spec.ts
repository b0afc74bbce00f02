import { randomUUID } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { type Bus, connectBus, createLogger, openJournal } from "@satchel/chassis";
import { JOURNAL } from "@satchel/contracts";
import { atEnd, eventually, startTestNats, tempDir, type TestNats } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { takeBackup } from "./take.ts";
import { inProof } from "@satchel/testing/in-proof";

const EVENTS = 100;
const logger = createLogger("test", "silent");

describe.each([50, EVENTS])("given a bit of event %i of 100 was flipped on the disk of the bus", (damaged) => {
  let nats: TestNats;
  let bus: Bus;
  let folder: string;
  let backUp: () => Promise<unknown>;

  beforeAll(async () => {
    nats = await startTestNats();
    const before = await connect(nats);
    await openJournal(before, { logger });
    const js = jetstream(before.nc);
    for (let n = 1; n <= EVENTS; n++) await js.publish(`journal.0.${randomUUID()}.identity`, `event-${n}.`);
    await before.close();
    await nats.stop();
    await flipBit(nats.storeDir, `event-${damaged}.`);
    await nats.restart();
    bus = await connect(nats);
    atEnd(() => bus.close());
    folder = await tempDir();
    backUp = () => takeBackup({ bus, file: join(folder, "backup"), holds: "everything" });
  });

  inProof("when a backup is taken, then it fails and says what is damaged, and there is no file", async () => {
    const damage = `1 of ${EVENTS} messages of ${JOURNAL} can't be read, the first at ${damaged}: the disk of the bus is damaged`;
    await expect(backUp()).rejects.toThrow(damage);
    expect(await readdir(folder)).toEqual([]);
  });

  test("when the bus is restarted after that, then all other events are still there", async () => {
    await bus.close();
    await nats.stop();
    await nats.restart();
    bus = await connect(nats);
    const jsm = await jetstreamManager(bus.nc);
    const lost: number[] = [];
    for (let seq = 1; seq <= EVENTS; seq++) {
      const found = await jsm.streams.getMessage(JOURNAL, { seq }).catch(() => null);
      if (found === null) lost.push(seq);
    }
    expect(lost).toEqual([damaged]);
  });
});

test("given events that are erased and added all the time, when backups are taken, then none of them is taken for damaged", async () => {
  const nats = await startTestNats();
  const bus = await connect(nats);
  atEnd(() => bus.close());
  await openJournal(bus, { logger });
  const [js, jsm, folder] = [jetstream(bus.nc), await jetstreamManager(bus.nc), await tempDir()];
  const add = () => js.publish(`journal.0.${randomUUID()}.identity`, "event");
  const erased = await Promise.all(Array.from({ length: 2000 }, add));
  let isOver = false;
  const changing = (async () => {
    for (const { seq } of erased) {
      if (isOver) return;
      // Refused while a snapshot is taken.
      await eventually(() => jsm.streams.deleteMessage(JOURNAL, seq, false));
      await add();
    }
  })();

  for (const name of ["first", "second", "third"]) {
    await takeBackup({ bus, file: join(folder, name), holds: "everything" });
  }
  isOver = true;
  await changing;
});

const connect = ({ url, monitorUrl }: TestNats): Promise<Bus> => connectBus({ url, monitorUrl, name: "test", logger });

/** Flips a bit of a text in the files of the journal. */
async function flipBit(storeDir: string, text: string): Promise<void> {
  for (const name of await readdir(storeDir, { recursive: true })) {
    if (!name.includes(JOURNAL) || !name.endsWith(".blk")) continue;
    const file = join(storeDir, name);
    const octets = await readFile(file);
    const at = octets.indexOf(text);
    if (at < 0) continue;
    octets[at] = (octets[at] ?? 0) ^ 1;
    await writeFile(file, octets);
    return;
  }
  throw new Error(`no file has ${text}`);
}
