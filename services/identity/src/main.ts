import { knownSyncing, runService, wholeRegistration } from "@satchel/chassis";
import { IdentityConfig } from "./config.ts";
import { startIdentity } from "./service.ts";

await runService("identity", IdentityConfig, startIdentity, [knownSyncing, wholeRegistration]);
