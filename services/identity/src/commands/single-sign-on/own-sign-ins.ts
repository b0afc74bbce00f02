import { type CommandHandler, handler } from "@satchel/chassis";
import { DisconnectSignIn, ListSignIns } from "@satchel/contracts";
import { listSignIns as listRows } from "../../queries/index.ts";
import { notifyOwner } from "../notify-owner.ts";
import type { Parts } from "../parts.ts";

export const listSignIns = ({ tables, providers }: Parts): CommandHandler =>
  handler(ListSignIns, async ({ userId }) => ({
    result: {
      sign_ins: (await listRows(tables, userId)).map(({ key, issuer, connectedAt }) => ({
        id: key,
        provider: providers.labelOf(issuer),
        issuer,
        connected_at: connectedAt,
      })),
    },
  }));

/**
 * Disconnects a person from the account. Where single sign-on is the only way in, not the last one that is offered; the
 * tables may lag, and whoever disconnects two at once can connect again by the mailed code.
 */
export const disconnectSignIn = (parts: Parts): CommandHandler =>
  handler(DisconnectSignIn, async ({ userId, id, locale }, { commandId, retry }) => {
    const { accounts, providers, signIns, tables } = parts;
    const address = await accounts.ownerAddress(userId);
    const rows = await listRows(tables, userId);
    const found = rows.find(({ key }) => key === id);
    if (found === undefined && retry) return { result: {} };
    const others = rows.filter(({ key, issuer }) => key !== id && providers.offers(issuer));
    const position = await signIns.disconnect(userId, id, parts.isSsoOnly && others.length === 0, commandId);
    const subject = providers.labelOf(found?.issuer ?? "");
    void notifyOwner(parts, { kind: "sign-in-disconnected", address, locale, subject });
    return { result: {}, position };
  });
