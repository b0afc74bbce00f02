import { URL_CHARS } from "@satchel/contracts";

/** Why an address can't be kept. */
export type Unsaveable = "notWeb" | "tooLong" | "hasPassword";

/** Why an address can't be kept: http and https alone, without a password in it. Undefined where it can. */
export function faultOf(address: string | undefined): Unsaveable | undefined {
  if (address === undefined || !URL.canParse(address)) return "notWeb";
  const { protocol, username, password } = new URL(address);
  if (protocol !== "http:" && protocol !== "https:") return "notWeb";
  if (username !== "" || password !== "") return "hasPassword";
  return address.length > URL_CHARS ? "tooLong" : undefined;
}

export const isSaveable = (address: string | undefined): address is string => faultOf(address) === undefined;
