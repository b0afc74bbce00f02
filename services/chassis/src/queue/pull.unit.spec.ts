import { expect, test } from "vitest";
import { placeOf } from "./pull.ts";

test.each([
  ["a server without a domain", "$JS.ACK.JOURNAL.enrichment.3.4711.12.1700000000000000000.0"],
  ["a server with a domain", "$JS.ACK.hub.Ab3xYz.JOURNAL.enrichment.3.4711.12.1700000000000000000.0"],
  ["a newer server", "$JS.ACK._.Ab3xYz.JOURNAL.enrichment.3.4711.12.1700000000000000000.0.randomtoken"],
])("given a message of %s, then its place in the journal and how often it came are read", (_, reply) => {
  expect(placeOf(reply)).toEqual({ deliveryCount: 3, seq: 4711 });
});
