export { GatewayConfig } from "./config.ts";
export { startGateway } from "./service.ts";
