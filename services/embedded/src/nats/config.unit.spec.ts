import { expect, test } from "vitest";
import { renderNatsConfig } from "./config.ts";

test("given a store in a folder with spaces and quotes, then the path is one string", () => {
  const config = renderNatsConfig({
    port: 4222,
    monitorPort: -1,
    password: "secret",
    storeDir: '/home/me/my "links"/store',
    portsDir: "/run",
    pidFile: "/run/nats.pid",
  });

  expect(config).toContain('store_dir: "/home/me/my \\"links\\"/store"');
  expect(config).toContain("sync_interval: always");
});
