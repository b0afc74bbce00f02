import { createLogger } from "@satchel/chassis";
import { afterEach, expect, test, vi } from "vitest";
import { createHttp } from "./factory.ts";

afterEach(() => void vi.useRealTimers());

test("a part that takes a minute to load, as on a busy machine, is waited for", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const site = {
    origin: "http://localhost:3000",
    secure: false,
    saveAddress: "save@localhost",
    supportAddress: "support@localhost",
    reportAddress: "support@satchel.example",
    legalUrl: undefined,
    signOn: { providers: [], only: false, byProxy: false },
    operator: undefined,
    extension: {},
    outboxDir: undefined,
    smtpPort: undefined,
  };
  const app = createHttp({ site, logger: createLogger("test", "silent"), trustProxy: [] });
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
