import Type from "typebox";
import type { SettingsRule } from "../configuration.ts";
import { isMailAddress } from "./checks.ts";
import { List } from "./setting.ts";

/** Who may register an account. */
export const registrationSettings = {
  REGISTRATION: Type.Enum(["open", "domains", "invited", "first", "closed"], {
    default: "open",
    must: "be open, domains, invited, first or closed",
    example: "first",
    description:
      "who may register: open: everybody; domains: addresses of REGISTRATION_DOMAINS; invited: whom the operator invited on the page of accounts; first: one account in all; closed: nobody",
  }),
  REGISTRATION_DOMAINS: List({
    check: (item) => isMailAddress(`someone@${item}`),
    must: "be domains of email addresses, separated by commas",
    example: "example.org, example.com",
    description: "domains whose addresses may register, without their subdomains; for REGISTRATION=domains",
  }),
};

/** `REGISTRATION=domains` and `REGISTRATION_DOMAINS` go together. */
export const wholeRegistration: SettingsRule = ({ REGISTRATION, REGISTRATION_DOMAINS }) => {
  const hasDomains = Array.isArray(REGISTRATION_DOMAINS) && REGISTRATION_DOMAINS.length > 0;
  if (REGISTRATION === "domains" && !hasDomains) {
    return "REGISTRATION_DOMAINS is missing: with REGISTRATION=domains it names who may register";
  }
  if (REGISTRATION === "open" && hasDomains) {
    return "REGISTRATION_DOMAINS has no effect without REGISTRATION=domains: everybody could register";
  }
  return undefined;
};
