import { type Address, addressKey, type Journal, messageFrom, normaliseAddress } from "@satchel/chassis";
import {
  type AddressEvent,
  anyRootSubject,
  FIRST_ACCOUNT_SUBJECT,
  isSatchelError,
  parseSubject,
  type UserId,
  domainOf,
} from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";
import type { IdentityConfig } from "../config.ts";
import { type Account, type Claim, evolveClaim } from "../domain/account.ts";
import { admitAddress, isFirstFree, type RegistrationRule, reserveFirst } from "../domain/registration-rule.ts";
import type { Invitations } from "../store/invitations.ts";
import { accountOf, claimOn } from "./claims.ts";
import { settle } from "./settle.ts";

/** Who may register an account on this server. Read from the journal, because the tables may lag behind. */
export interface Admission {
  /**
   * Whether an address may be registered now. The same is looked up for every address, so that the time reveals nothing.
   */
  admits(address: Address): Promise<boolean>;
  /**
   * Reserves what there is only once, by compare-and-set: where only the first account is allowed, of several people
   * at the same moment one gets it, and an invitation is used up. A repeated command is accepted again.
   * @returns whether this user may be registered
   */
  reserve(userId: UserId, address: Address, commandId: string): Promise<boolean>;
  /** Whether new accounts are made by invitation. */
  readonly isByInvitation: boolean;
}

type RegistrationSettings = Pick<IdentityConfig, "REGISTRATION" | "REGISTRATION_DOMAINS">;

/** The rule of the settings. */
function ruleOf({ REGISTRATION: mode, REGISTRATION_DOMAINS }: RegistrationSettings): RegistrationRule {
  if (mode !== "domains") return { mode };
  const addresses = REGISTRATION_DOMAINS.map((domain) => normaliseAddress(`someone@${domain}`) ?? "");
  return { mode, domains: new Set(addresses.map(domainOf)) };
}

interface AdmissionParts {
  readonly journal: Journal;
  readonly invitations: Pick<Invitations, "admits" | "use">;
  /** The installation's key for addresses. */
  readonly key: string;
}

export function openAdmission(
  { journal, invitations, key }: AdmissionParts,
  settings: RegistrationSettings,
): Admission {
  const rule = ruleOf(settings);
  const readFirst = async (): Promise<{ readonly first: Claim; readonly holder: Account }> => {
    const first = evolveClaim((await journal.last(FIRST_ACCOUNT_SUBJECT)) as AddressEvent | undefined);
    return { first, holder: first && (await accountOf(journal, first.userId)) };
  };
  const firstAccount = async () => {
    const current = await readFirst();
    if (current.first !== undefined && current.holder !== "erased") return { ...current, hasAccounts: true };
    // Who has reserved it is read after the account that was found: it may be theirs, and have come in the meantime.
    return (await hasAccounts(journal))
      ? { ...(await readFirst()), hasAccounts: true }
      : { ...current, hasAccounts: false };
  };

  return {
    admits: async (address) => {
      const verdict = admitAddress(rule, address);
      if (verdict === "invited") {
        return invitations.admits(address, (await claimOn(journal, addressKey(key, address)))?.userId);
      }
      if (verdict !== "first") return verdict === "yes";
      const { first, holder, hasAccounts: others } = await firstAccount();
      // After a crash the account is reserved and not registered: its owner continues.
      const claim = await claimOn(journal, addressKey(key, address));
      return (first !== undefined && claim?.userId === first.userId) || isFirstFree(first, holder, others);
    },

    isByInvitation: rule.mode === "invited",

    reserve: async (userId, address, commandId) => {
      if (rule.mode === "invited") return invitations.use(address, userId);
      if (rule.mode !== "first") return true;
      try {
        await settle<AddressEvent, UserId>({
          journal,
          subject: FIRST_ACCOUNT_SUBJECT,
          eventId: uuidv5("FirstAccount", commandId),
          decide: async () => {
            const { first, holder, hasAccounts: others } = await firstAccount();
            return reserveFirst(first, holder, others, userId);
          },
        });
        return true;
      } catch (error) {
        if (isSatchelError(error) && error.code === "forbidden") return false;
        throw error;
      }
    },
  };
}

/** Whether any account is registered. An erased one leaves its last event in the journal. */
async function hasAccounts(journal: Journal): Promise<boolean> {
  for (let from = 1; ; ) {
    const message = await messageFrom(journal.jsm, from, anyRootSubject("identity"));
    if (message === undefined) return false;
    const at = parseSubject(message.subject);
    if (at?.kind === "aggregate" && (await accountOf(journal, at.userId)) === "registered") return true;
    from = message.seq + 1;
  }
}
