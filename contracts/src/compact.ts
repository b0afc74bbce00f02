/** Leaves out properties that are undefined. */
export function compact<T extends object>(parts: T): Present<T> {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Present<T>;
}

type MayBeMissing<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

type Present<T> = { [K in Exclude<keyof T, MayBeMissing<T>>]: T[K] } & {
  [K in MayBeMissing<T>]?: Exclude<T[K], undefined>;
};
