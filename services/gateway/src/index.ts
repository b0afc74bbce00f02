export { GatewayConfig, showsOutbox } from "./config.ts";
export { startGateway } from "./service.ts";
