export { GatewayConfig, showsOutbox, siteSettings } from "./config.ts";
export { startGateway } from "./service.ts";
