import { createLogger } from "@satchel/chassis";
import { afterEach, expect, test, vi } from "vitest";
import { someSite } from "../../test/some-site.ts";
import { createHttp } from "./factory.ts";

afterEach(() => void vi.useRealTimers());

test("a part that takes a minute to load, as on a busy machine, is waited for", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const app = createHttp({ site: someSite, logger: createLogger("test", "silent"), trustProxy: [] });
  let load = (): void => undefined;
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  void app.register(async () => loaded);
  const outcome = app.ready().then(
    () => "ready",
    (error: unknown) => String(error),
  );

  await vi.advanceTimersByTimeAsync(60_000);
  load();

  expect(await outcome).toBe("ready");
  await app.close();
});
