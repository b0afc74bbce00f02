/** The version in the path of a link's picture. */
export const versionIn = (path: string | null): string | undefined =>
  path === null ? undefined : (new URLSearchParams(path.slice(path.indexOf("?"))).get("v") ?? undefined);

/** The host in the path of a link's icon. */
export const hostOfIcon = (path: string | null): string | undefined =>
  path === null ? undefined : decodeURIComponent(/\/favicon\/([^/?]+)/.exec(path)?.[1] ?? "");
