import { possibleSignIn, runService, wholeTrustedHeader } from "@satchel/chassis";
import { GatewayConfig } from "./config.ts";
import { startGateway } from "./service.ts";

await runService("gateway", GatewayConfig, startGateway, [possibleSignIn, wholeTrustedHeader]);
