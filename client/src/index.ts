export { ApiError } from "./api-error.ts";
export { type Client, type ClientOptions, createClient, type Send } from "./client.ts";
export { type Call, type CallInit, detailIn, initOf, pathOf } from "./request.ts";
export type { BodyOf, InputOf, OutputOf } from "./types.ts";
