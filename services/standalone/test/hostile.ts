import fc from "fast-check";

/** A JSON schema, as far as the API's document uses it. */
export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly minimum?: number;
}

/** A call of the API in its OpenAPI document. */
export interface DocumentedCall {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly isPublic: boolean;
  /** Names of what the path and the query take. */
  readonly pathNames: readonly string[];
  readonly queryNames: readonly string[];
  readonly mediaType: string | undefined;
  readonly body: Schema | undefined;
}

interface OpenApiOperation {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** The calls of an OpenAPI document. */
export function callsOf(document: { paths: Record<string, Record<string, OpenApiOperation>> }): DocumentedCall[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security = [], parameters = [], requestBody }]) => {
      const [mediaType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      const named = (place: string): string[] => parameters.filter((one) => one.in === place).map(({ name }) => name);
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        isPublic: security.length === 0,
        pathNames: named("path"),
        queryNames: named("query"),
        mediaType,
        body: content?.schema,
      };
    }),
  );
}

/** The smallest value that a schema accepts; for strings with a meaning, a valid one. */
export function sampleOf(schema: Schema, name = ""): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.allOf ?? [];
  if (first !== undefined) return sampleOf(first, name);
  if (schema.type === "object") {
    const required = Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key));
    return Object.fromEntries(required.map(([key, value]) => [key, sampleOf(value, key)]));
  }
  if (schema.type === "array") {
    return Array.from({ length: schema.minItems ?? 1 }, () => sampleOf(schema.items ?? {}, name));
  }
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1;
  if (schema.type === "boolean") return true;
  if (schema.type === "null") return null;
  if (name === "email" || name === "username") return "somebody@post.example";
  if (name === "url") return "https://example.org/hostile";
  if (schema.pattern?.includes("0-9a-f")) return "00000000-0000-4000-8000-000000000000";
  return "a".repeat(Math.max(schema.minLength ?? 0, 6));
}

/** Every field of a schema, also of objects within, as a path of names. */
export function fieldsOf(schema: Schema | undefined, at: readonly string[] = []): (readonly string[])[] {
  const inner = schema?.anyOf?.find(({ type }) => type === "object") ?? schema;
  return Object.entries(inner?.properties ?? {}).flatMap(([name, value]) => [
    [...at, name],
    ...fieldsOf(value, [...at, name]),
  ]);
}

/** Texts that break careless programs. */
export const hostileTexts: readonly string[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "a\udfffb",
  "\ufeff",
  "\u202egnp.exe",
  "\u2066\u2069",
  "p\u0430ypal@post.example",
  "Anna@p\u043est.example",
  "anna@xn--pst-6na.example",
  "a\u0301".repeat(200),
  "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}".repeat(50),
  "x".repeat(5000),
  "x".repeat(50_000),
  "a@b.example\r\nBcc: c@d.example",
  "'; drop table links.links; --",
  "{{7*7}}${7*7}<%= 7*7 %>",
  "<script>alert(1)</script>",
  "../../../../etc/passwd",
  "%00%0d%0a",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "http://[::ffff:127.0.0.1]:1/",
  "http://\u2488\u2488/",
  "https://user:password@example.org:99999/",
  "*.>",
  "$KV.sessions.>",
  "-1",
  "9".repeat(400),
  "1e400",
  "true",
  "null",
  "__proto__",
];

const hostileValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  -0,
  2 ** 31,
  2 ** 53 + 2,
  Number.MAX_VALUE,
  [],
  [[]],
  {},
  { length: 1 },
  { toString: "x" },
  ["a@b.example"],
  [null, 1, "x"],
  Array.from({ length: 5000 }, (_, n) => n),
];

/** A value that most fields refuse. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 3, arbitrary: fc.constantFrom(...hostileValues) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 300 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** An invalid body, or one of another type than its header says: the text and the type. */
export const hostileRaw = (sample: unknown): fc.Arbitrary<{ readonly type: string; readonly text: string }> => {
  const json = JSON.stringify(sample) ?? "{}";
  const [name = "email"] = typeof sample === "object" && sample !== null ? Object.keys(sample) : [];
  const open = json === "{}" ? "{" : `${json.slice(0, -1)},`;
  return fc.constantFrom(
    ...["", "{", "[", "null", "7", '"text"', "NaN", "undefined", json.slice(0, -1), `${json}${json}`].map((text) => ({
      type: "application/json",
      text,
    })),
    { type: "application/json", text: `${open}${JSON.stringify(name)}:7}` },
    { type: "application/json", text: `${open}"__proto__":{"admin":true}}` },
    { type: "application/json", text: `${open}"constructor":{"prototype":{"admin":true}}}` },
    { type: "application/json", text: `${open}${JSON.stringify(name)}:1e400}` },
    { type: "application/json", text: `${open}${JSON.stringify(name)}:"\\ud800"}` },
    { type: "application/json", text: `${open}"deep":${"[".repeat(20_000)}${"]".repeat(20_000)}}` },
    { type: "application/json", text: `${open}"deep":${'{"a":'.repeat(9000)}1${"}".repeat(9000)}}` },
    { type: "application/json", text: `${open}"long":"${"x".repeat(70_000)}"}` },
    { type: "application/json; charset=utf-16", text: `${open}"x":1,}` },
    { type: "text/plain", text: json },
    { type: "application/xml", text: "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>" },
    { type: "multipart/form-data; boundary=x", text: '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\n1' },
    { type: "application/x-www-form-urlencoded", text: "username=a&username=b&username[]=c&%ff=%00&__proto__=1" },
    { type: "", text: json },
    { type: "nonsense", text: json },
  );
};
