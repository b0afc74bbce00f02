import { TypeBoxValidatorCompiler } from "@fastify/type-provider-typebox";
import type { FieldError } from "@satchel/contracts";
import type { FastifySchemaCompiler, FastifySchemaValidationError as Fault } from "fastify";
import type { TSchema } from "typebox";
import { FAULTS_SHOWN } from "../limits.ts";

/**
 * Checks inputs by TypeBox itself. Fastify's own Ajv would turn `null` into `""` where both are allowed, and drop
 * unknown properties silently. Query strings are converted (`"10"` to 10, `"true"` to true), bodies never are. Text
 * that Postgres can't store is invalid everywhere, so that no handler has to check it.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = (part) => {
  let validate: ReturnType<typeof TypeBoxValidatorCompiler> | undefined;
  const isQuery = part.httpPart === "querystring";
  return (value: unknown) => {
    const path = findUnstorable(value);
    if (path !== undefined) return refuse(path, "must be well-formed text without NUL");
    // Conversion would turn `folder_id=` into 0, which has a meaning.
    const empty = isQuery && Object.entries(value as Record<string, unknown>).find(([, text]) => text === "");
    if (empty) return refuse(`/${empty[0]}`, "must not be empty");
    // Compiled for the first call, because a start would compile hundreds.
    validate ??= TypeBoxValidatorCompiler(part);
    return validate(value);
  };
};

const refuse = (instancePath: string, message: string): { error: Fault[] } => ({
  error: [{ keyword: "text", instancePath, schemaPath: "", params: {}, message }],
});

/**
 * Searches all strings of a value, property names included, for NUL and lone surrogates. Without recursion, because
 * only the size of a body limits its depth.
 * @returns the JSON pointer of one, undefined when there is none
 */
export function findUnstorable(root: unknown): string | undefined {
  const open: { value: unknown; path: string }[] = [{ value: root, path: "" }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === "string") {
      if (value.includes("\0") || !value.isWellFormed()) return path;
    } else if (typeof value === "object" && value !== null) {
      for (const [key, child] of Object.entries(value)) {
        if (key.includes("\0") || !key.isWellFormed()) return path;
        open.push({ value: child, path: `${path}/${key}` });
      }
    }
  }
  return undefined;
}

/** Faults as the answer shows them: each once, with the pointer of its property. */
export function faultsOf(faults: readonly Fault[]): FieldError[] {
  const shown = new Map<string, FieldError>();
  for (const fault of faults) {
    // Other faults of the same place are clearer.
    if (fault.keyword === "anyOf" || fault.keyword === "boolean") continue;
    for (const { path, message } of expand(fault)) {
      if (shown.size >= FAULTS_SHOWN) return [...shown.values()];
      shown.set(`${path} ${message}`, { path, message });
    }
  }
  return [...shown.values()];
}

/** A missing or unknown property is reported for the object around it; the reader needs the property. */
function expand({ keyword, instancePath, message = "is not valid", params }: Fault): FieldError[] {
  const names =
    keyword === "required"
      ? params.requiredProperties
      : keyword === "additionalProperties"
        ? params.additionalProperties
        : undefined;
  if (!Array.isArray(names) || names.length === 0) return [{ path: instancePath, message }];
  const text = keyword === "required" ? "is required" : "is unknown";
  return names.map((name) => ({ path: `${instancePath}/${String(name)}`, message: text }));
}
