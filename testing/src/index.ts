export { freePort } from "@satchel/embedded";
export { findBrowser } from "./browser.ts";
export { atEnd, cleanUp } from "./at-end.ts";
export { createTestDatabase, type TestDatabase } from "./database.ts";
export { type EventuallyOptions, eventually } from "./eventually.ts";
export { startTestNats, type TestNats } from "./nats.ts";
export { startTestPostgres } from "./postgres.ts";
export { type SourceProcess, type SpawnSourceOptions, spawnSource } from "./spawn-source.ts";
export { tempDir } from "./temp-dir.ts";
