import Type, { type TProperties, type TSchema, type TString } from "typebox";

/** The texts about an invalid setting. */
export interface Words {
  /** The required value, as it follows "must": `be enforce or off`. */
  readonly must: string;
  /** A valid value. */
  readonly example: string;
  readonly description?: string;
}

/** A text with a check. */
export const Text = (
  options: Words & {
    readonly check?: (value: string) => boolean;
    readonly minLength?: number;
    readonly default?: string;
  },
): TString => Type.String({ minLength: 1, ...options });

/** A whole number; an invalid one is named with its range, and with the default as an example. */
export const Whole = (options: Partial<Words> & { minimum: number; maximum: number; default: number }) =>
  Type.Integer({
    must: `be a whole number from ${options.minimum} to ${options.maximum}`,
    example: String(options.default),
    ...options,
  });

/** A boolean setting: `true`, `1`, `yes`, `on` and their opposites, in any case. */
export const Flag = (options: { default: boolean; description?: string }) =>
  Type.Boolean({ must: "be true or false", example: "true", ...options });

/** A list setting: values separated by commas or white space, each with a check. */
export const List = (
  options: Partial<Words> & { readonly check?: (item: string) => boolean; readonly default?: string[] } = {},
) => Type.Array(Type.String(), { default: [], ...options });

/**
 * A list of short names, each with settings of its own: with the prefix `OIDC`, the name `home` has `OIDC_HOME_LABEL`. The
 * value is a list of objects with `name` and these settings.
 */
export const NamedList = <Each extends TProperties>(
  options: Words & { readonly prefix: string; readonly each: Each },
) => Type.Array(Type.Object({ name: Type.String(), ...options.each }), { default: [], ...options });

const PORT = { minimum: 1, maximum: 65_535, must: "be a port, a whole number from 1 to 65535" };

export const Port = (options: Omit<Words, "must"> & { default?: number }) => Type.Integer({ ...PORT, ...options });

/** A port to listen on; 0: any free one. */
export const AnyPort = (options: Omit<Words, "must"> & { default?: number }) =>
  Type.Integer({
    ...PORT,
    minimum: 0,
    must: "be a port, a whole number from 0 to 65535 (0: any free one)",
    ...options,
  });

/** The same setting with another default, for another program. */
export const withDefault = <T extends TSchema>(setting: T, value: unknown): T => ({ ...setting, default: value });

export const Key = (description: string): TString =>
  Text({
    minLength: 32,
    must: "have 32 characters or more",
    example: "the output of openssl rand -hex 32",
    description,
  });
