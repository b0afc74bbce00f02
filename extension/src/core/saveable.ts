import { parseUrl, URL_CHARS } from "@satchel/contracts";

export type Unsaveable = "notWeb" | "tooLong" | "hasPassword";

/** Why an address can't be saved; undefined when it can: by http or https, and without a password. */
export function faultOf(address: string | undefined): Unsaveable | undefined {
  const url = address === undefined ? undefined : parseUrl(address);
  if (address === undefined || url === undefined) return "notWeb";
  const { protocol, username, password } = url;
  if (protocol !== "http:" && protocol !== "https:") return "notWeb";
  if (username !== "" || password !== "") return "hasPassword";
  return address.length > URL_CHARS ? "tooLong" : undefined;
}

export const isSaveable = (address: string | undefined): address is string => faultOf(address) === undefined;
