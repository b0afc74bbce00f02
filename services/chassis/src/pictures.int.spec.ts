import { Objm } from "@nats-io/obj";
import { PICTURES } from "@satchel/contracts";
import { atEnd, startTestNats } from "@satchel/testing";
import { expect, test } from "vitest";
import { connectBus } from "./bus/connect.ts";
import { createLogger } from "./logging.ts";
import { openPictures } from "./pictures.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

test("a picture that an earlier version encoded is shown in both sizes, but is not current", async () => {
  const nats = await startTestNats();
  const bus = await connectBus({
    url: nats.url,
    monitorUrl: nats.monitorUrl,
    name: "test",
    logger: createLogger("test", "silent"),
  });
  atEnd(() => bus.close());
  const pictures = await openPictures(bus);
  const earlier = "a".repeat(64);
  const store = await new Objm(bus.nc).open(PICTURES);
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
