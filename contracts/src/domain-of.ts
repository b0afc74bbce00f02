/** What stands behind the @ of a mail address, as it was written. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);
