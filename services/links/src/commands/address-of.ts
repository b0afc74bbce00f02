import { SatchelError, texts } from "@satchel/contracts";
import { readWebAddress, type WebAddress } from "../domain/canonical-url.ts";

/** Reads a web address. @throws {SatchelError} `invalid` when it is none */
export function addressOf(url: string): WebAddress {
  const address = readWebAddress(url);
  if (address !== undefined) return address;
  const errors = [{ path: "/url", message: texts.links.badUrl }];
  throw new SatchelError("invalid", texts.links.badUrl, { errors });
}
