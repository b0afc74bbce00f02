// The reader of mails, for the pages that show one: there is one in the whole system.
export { textOf } from "./decoding.ts";
export { fieldsNamed } from "./header.ts";
export { decodeWords } from "./libmime.ts";
export { readMime, TooComplex } from "./mime.ts";
export type { Part } from "./part.ts";
