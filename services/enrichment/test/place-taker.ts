import { connectBus, createLogger } from "@satchel/chassis";
import { openPlaceLeases } from "../src/fetching/place-leases.ts";

// A process that takes all the places at a host and keeps them, for tests in which it is killed over that.
const { NATS_URL = "", HOST = "", PLACE_MS = "" } = process.env;
const logger = createLogger("place-taker", "silent");
const bus = await connectBus({ url: NATS_URL, name: "place-taker", logger });
const leases = await openPlaceLeases(bus, logger, Number(PLACE_MS));
for (let taken = 0; (await leases.tryTake(HOST)) !== undefined; taken++) console.log(`taken ${taken + 1}`);
console.log("none left");
setInterval(() => {}, 1000);
