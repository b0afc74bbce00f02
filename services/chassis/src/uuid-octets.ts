/** The 16 octets of a UUID, of any version. */
export const octetsOfUuid = (uuid: string): Buffer => Buffer.from(uuid.replaceAll("-", ""), "hex");

/** The UUID of 16 octets, which may have any value. */
export const uuidOfOctets = (octets: Buffer): string =>
  octets.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
