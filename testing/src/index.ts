export { freePort } from "@satchel/embedded";
export { BROWSER_FLAGS, findBrowser, findExtensionBrowser, findFirefox } from "./browser.ts";
export { appendAll } from "./append-all.ts";
export { atEnd, cleanUp } from "./at-end.ts";
export { type Balancer, type BalancerOptions, startBalancer } from "./balancer.ts";
export { type Cuttable, cuttable } from "./cuttable.ts";
export { createTestDatabase, type TestDatabase } from "./database.ts";
export { type EventuallyOptions, eventually, PATIENCE_MS } from "./eventually.ts";
export { type Fleet, type FleetOptions, startFleet } from "./fleet.ts";
export { type FleetMember, type FleetService, fleetServices } from "./fleet-member.ts";
export { type HttpServer, startHttpServer } from "./http-server.ts";
export { startTestNats } from "./nats.ts";
export {
  ELECTIONS_MS,
  clusterPorts,
  areConnected,
  type NatsCluster,
  type NatsNode,
  nodeConfig,
  startNatsCluster,
} from "./nats-cluster.ts";
export { onePagePdf, pdfLines, type PdfParts } from "./pdf.ts";
export { startTestPostgres } from "./postgres.ts";
export { type SpawnedProgram, type SpawnOptions, spawnProgram } from "./spawn-program.ts";
export { randomFrom } from "./random.ts";
export { repetitions } from "./repetitions.ts";
export { addSpareStream, SPARE_STREAM } from "./spare-stream.ts";
export { tempDir } from "./temp-dir.ts";
export type { TestNats } from "./test-nats.ts";
export { scriptPayloads, someScriptPayloads } from "./script-payloads.ts";
