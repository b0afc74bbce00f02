export { GatewayConfig, siteSettings } from "./config.ts";
export { startGateway } from "./service.ts";
