// The reader of mails, for the gateway's page of mails that were not sent.
export { textOf } from "./decoding.ts";
export { fieldsNamed } from "./header.ts";
export { decodeWords } from "./libmime.ts";
export { readMime, TooComplex } from "./mime.ts";
export type { Part } from "./part.ts";
