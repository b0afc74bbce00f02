import { jetstreamManager } from "@nats-io/jetstream";
import { Objm } from "@nats-io/obj";
import { PICTURES } from "@satchel/contracts";
import { atEnd, startTestNats } from "@satchel/testing";
import { expect, test } from "vitest";
import { connectBus } from "./bus/connect.ts";
import { createLogger } from "./logging.ts";
import { openPictures } from "./pictures.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The pictures of a bus of their own, and the bucket that they are in. */
async function startPictures() {
  const nats = await startTestNats();
  const { url, monitorUrl } = nats;
  const bus = await connectBus({ url, monitorUrl, name: "test", logger: createLogger("test", "silent") });
  atEnd(() => bus.close());
  return { bus, pictures: await openPictures(bus), store: await new Objm(bus.nc).open(PICTURES) };
}

test("a picture that an earlier version encoded is shown in both sizes, but is not current", async () => {
  const { pictures, store } = await startPictures();
  const earlier = "a".repeat(64);
  const metadata = { "content-type": "image/webp", "card-bytes": "3" };
  await store.putBlob({ name: earlier, metadata }, bytesOf("oldlarge"));
  const current = await pictures.put({ type: "image/webp", small: bytesOf("new"), large: bytesOf("large") });

  for (const [key, small] of [
    [earlier, "old"],
    [current, "new"],
  ] as const) {
    const shown = [await pictures.get(key, "small"), await pictures.get(key, "large")];
    expect(shown.map((each) => new TextDecoder().decode(each?.bytes))).toEqual([small, "large"]);
  }
  expect([await pictures.isCurrent(earlier), await pictures.isCurrent(current)]).toEqual([false, true]);
});

test("a picture that is stored once more while it is read is shown", async () => {
  const { pictures, store } = await startPictures();
  const key = await pictures.put({ type: "image/webp", small: bytesOf("small"), large: bytesOf("large") });
  const { metadata = {} } = (await store.info(key)) ?? {};
  for (let times = 0; times < 50; times++) {
    const stored = store.putBlob({ name: key, metadata }, bytesOf("smalllarge"));
    const shown = await Promise.all([
      pictures.get(key, "small"),
      pictures.get(key, "large"),
      pictures.get(key, "small"),
    ]);
    expect(shown.map((each) => new TextDecoder().decode(each?.bytes))).toEqual(["small", "large", "small"]);
    await stored;
  }
});

test("a picture whose octets are missing, as in the middle of its removal, is not found", async () => {
  const { bus, pictures } = await startPictures();
  const key = await pictures.put({ type: "image/webp", small: bytesOf("small") });
  const jsm = await jetstreamManager(bus.nc);
  await jsm.streams.purge(`OBJ_${PICTURES}`, { filter: `$O.${PICTURES}.C.>` });

  expect(await pictures.get(key, "small")).toBeUndefined();
});
