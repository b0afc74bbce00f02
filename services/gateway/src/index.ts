export { GatewayConfig, showsOutbox, siteOf } from "./config.ts";
export { startGateway } from "./service.ts";
