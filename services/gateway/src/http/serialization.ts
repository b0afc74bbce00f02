import build from "fast-json-stringify";
import type { FastifySerializerCompiler } from "fastify";

/**
 * Makes what writes an answer of a route, by its schema, as Fastify itself would, but when the first such answer is
 * written: to make all of them takes some tenths of a second, and few are needed soon.
 */
export const compileSerializer: FastifySerializerCompiler<unknown> = ({ schema }) => {
  let write: ((answer: unknown) => string) | undefined;
  return (answer) => {
    write ??= build(schema as object);
    return write(answer);
  };
};
