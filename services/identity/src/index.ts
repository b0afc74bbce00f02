export { IdentityConfig } from "./config.ts";
export { identityProjection } from "./projection/projection.ts";
export { startIdentity } from "./service.ts";
