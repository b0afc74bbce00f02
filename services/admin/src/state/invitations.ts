import {
  type Invitation,
  InviteAddress,
  isSatchelError,
  ListInvitations,
  type Locale,
  operatorTexts,
  WithdrawInvitation,
} from "@satchel/contracts";
import { unlessUnreachable, type World } from "./world.ts";

export interface Invitations {
  /** Whether accounts are made by invitation here. */
  readonly isOn: boolean;
  /** Those that can still be used, the newest first. */
  readonly invitations: readonly Invitation[];
}

/** The invitations; undefined where identity does not answer. */
export const readInvitations = async ({ commands }: World): Promise<Invitations | undefined> =>
  (await unlessUnreachable(commands.send(ListInvitations, {})))?.result;

/** What came of an invitation; `unmailed`: it may be there, and its mail was not sent. */
type InviteAnswer = "invited" | "noAddress" | "hasAccount" | "off" | "tooMany" | "unmailed";

/** Invites an address, and has it mailed in a language. */
export async function inviteAddress({ commands }: World, email: string, language: Locale): Promise<InviteAnswer> {
  try {
    await commands.send(InviteAddress, { email, language });
    return "invited";
  } catch (error) {
    if (!isSatchelError(error)) throw error;
    switch (error.code) {
      case "invalid":
        return "noAddress";
      case "taken":
        return "hasAccount";
      case "rejected":
        return error.message === operatorTexts.invitationsOff ? "off" : "tooMany";
      case "unavailable":
        return "unmailed";
      default:
        throw error;
    }
  }
}

/** Takes an invitation back; `spent`: it was used, is over, or never was. */
export async function withdrawInvitation(
  { commands }: World,
  email: string,
): Promise<"withdrawn" | "spent" | "unreachable"> {
  const answer = await unlessUnreachable(commands.send(WithdrawInvitation, { email }));
  if (answer === undefined) return "unreachable";
  return answer.result.withdrawn ? "withdrawn" : "spent";
}
