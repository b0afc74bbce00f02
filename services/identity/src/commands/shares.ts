import { createHash, randomBytes } from "node:crypto";
import { type CommandHandler, handler, type RateLimit, singleLine } from "@satchel/chassis";
import {
  BlockShare,
  ChangeShare,
  CODE_SECONDS,
  CountVisits,
  CreateShare,
  EndShare,
  EnterShare,
  type KeptShare,
  ListShares,
  OpenShare,
  SatchelError,
  SHARE_SECRET_CHARS,
  SHARE_TRIES_PER_CLIENT,
  SHARE_TRIES_PER_HOUR,
  SHARES_PER_HOUR,
  SHARES_PER_USER,
  shareTexts,
  timeOfInstant,
} from "@satchel/contracts";
import { addVisits, changeShare, isOpen, type ShareChoices, shareIdOf, type ShareRecord } from "../domain/share.ts";
import type { StoredShare } from "../store/shares.ts";
import { notifyOwner } from "./notify-owner.ts";
import type { Parts } from "./parts.ts";
import { instantOf, instantOrNull } from "../domain/instant.ts";
import { ownerOfMade } from "./owner-of-made.ts";

const NEW: RateLimit = { name: "shares", count: SHARES_PER_HOUR, seconds: 3600 };
const TRIES: RateLimit = { name: "share-tries", count: SHARE_TRIES_PER_CLIENT, seconds: CODE_SECONDS };
const TRIES_OF_ONE: RateLimit = { name: "share-tries-of-one", count: SHARE_TRIES_PER_HOUR, seconds: 3600 };

/** Shared folders and links, each at an address of its own (decision 85). */
export const shareCommands = (parts: Parts): CommandHandler[] => [
  handler(CreateShare, async ({ userId, sessionId, locale, title, source, ...asked }, { commandId, retry }) => {
    const { limits, limitKeys, shares, clock } = parts;
    const shareId = shareIdOf(userId, source);
    if (!retry) {
      if ((await shares.get(userId, shareId)) !== undefined) throw new SatchelError("taken", shareTexts.exists);
      // Of calls at the same moment more may pass, but no more than the limit for an hour.
      if ((await shares.list(userId)).length >= SHARES_PER_USER) {
        throw new SatchelError("rejected", shareTexts.tooMany);
      }
      await limits.take(NEW, limitKeys.ofUser(userId));
    }
    const choices = await choicesOf(parts, asked);
    const plain = { source, ...secretAddress(), notes: false, createdAt: clock(), madeBy: commandId };
    const made = await shares.make(userId, shareId, changeShare({ ...plain, visits: { total: 0, days: {} } }, choices));
    const address = await ownerOfMade(parts, { userId, sessionId }, () => shares.end(userId, shareId));
    void notifyOwner(parts, { kind: "share-made", address, locale, subject: singleLine(title) });
    return { result: { share: shown(made) } };
  }),

  handler(ListShares, async ({ userId }) => ({ result: { shares: (await parts.shares.list(userId)).map(shown) } })),

  handler(ChangeShare, async ({ userId, shareId, ...asked }) => {
    const { shares } = parts;
    const before = await shares.get(userId, shareId);
    if (before === undefined) throw notShared();
    refuseBlocked(before);
    // A name that stays is no new address; neither is "secret" for one that is.
    const { publicName, ...others } = asked;
    const stays = publicName === null ? !before.isPublic : publicName === before.name;
    const choices = await choicesOf(parts, stays ? others : asked);
    const changed = await shares.change(userId, shareId, (share) => {
      refuseBlocked(share);
      return changeShare(share, choices);
    });
    if (changed === undefined) throw notShared();
    return { result: { share: shown(changed) } };
  }),

  handler(EndShare, async ({ userId, shareId }) => {
    const share = await parts.shares.get(userId, shareId);
    if (share === undefined) return { result: { ended: false } };
    refuseBlocked(share);
    return { result: { ended: await parts.shares.end(userId, shareId) } };
  }),

  handler(OpenShare, async ({ name }) => {
    const found = await openAt(parts, name);
    if (found === undefined) return { result: { opened: null } };
    const { userId, shareId, share } = found;
    const { source, isPublic, notes, createdAt } = share;
    const opened = { userId, id: shareId, source, isPublic, notes, lock: lockOf(share) };
    return {
      result: {
        opened: { ...opened, expiresAt: instantOrNull(share.expiresAt), createdAt: instantOf(createdAt) },
      },
    };
  }),

  handler(EnterShare, async ({ name, password, client }) => {
    const { limits, limitKeys, passwords } = parts;
    // Counted before it is checked, so that parallel attempts can't pass the limits together.
    const ofClient = await limits.take(TRIES, limitKeys.ofClient(client));
    const found = await openAt(parts, name);
    const ofShare = found === undefined ? undefined : await limits.take(TRIES_OF_ONE, limitKeys.ofShare(found.shareId));
    let isWrong = false;
    try {
      isWrong = !(await passwords.verify(found?.share.passwordHash, password));
      return { result: { lock: isWrong || found === undefined ? null : lockOf(found.share) } };
    } finally {
      if (!isWrong) await Promise.all([ofClient.giveBack(), ofShare?.giveBack()]);
    }
  }),

  handler(CountVisits, async ({ userId, shareId, day, count }) => {
    await parts.shares.count(userId, shareId, (share) => ({ ...share, visits: addVisits(share.visits, day, count) }));
    return { result: {} };
  }),

  handler(BlockShare, async ({ name }) => {
    const found = await parts.shares.find(name);
    if (found === undefined) return { result: { blocked: false } };
    const { userId, shareId } = found;
    const blocked = await parts.shares.change(userId, shareId, (share) => ({ ...share, isBlocked: true }));
    return { result: { blocked: blocked !== undefined } };
  }),
];

interface ShareOptions {
  readonly publicName?: string | null | undefined;
  readonly notes?: boolean | undefined;
  readonly expiresAt?: string | null | undefined;
  readonly password?: string | null | undefined;
}

async function choicesOf(
  { passwords, clock }: Pick<Parts, "passwords" | "clock">,
  { publicName, notes, expiresAt, password }: ShareOptions,
): Promise<ShareChoices> {
  return {
    address: publicName === undefined ? undefined : publicName === null ? secretAddress() : publicAddress(publicName),
    notes,
    expiresAt: typeof expiresAt === "string" ? futureOf(expiresAt, clock()) : expiresAt,
    passwordHash: typeof password === "string" ? await passwords.hash(password) : password,
  };
}

const publicAddress = (name: string): { name: string; isPublic: boolean } => ({ name, isPublic: true });

const secretAddress = (): { name: string; isPublic: boolean } => ({
  name: randomBytes((SHARE_SECRET_CHARS * 3) >> 2).toString("base64url"),
  isPublic: false,
});

/** @throws {SatchelError} `invalid` for what is no time, or not in the future */
function futureOf(expiresAt: string, now: number): number {
  const time = timeOfInstant(expiresAt)?.getTime() ?? Number.NaN;
  if (time > now) return time;
  const message = shareTexts.past;
  throw new SatchelError("invalid", message, { errors: [{ path: "/expires_at", message }] });
}

async function openAt({ accounts, shares, clock }: Parts, name: string): Promise<StoredShare | undefined> {
  const found = await shares.find(name);
  if (found === undefined || !isOpen(found.share, clock())) return undefined;
  return (await accounts.isSuspended(found.userId)) ? undefined : found;
}

const notShared = (): SatchelError => new SatchelError("not-found", shareTexts.notFound);

function refuseBlocked({ isBlocked }: Pick<ShareRecord, "isBlocked">): void {
  if (isBlocked === true) throw new SatchelError("rejected", shareTexts.endedByOperator);
}

/** Another one for every password, from which nothing of it follows: the hash is salted. */
const lockOf = ({ passwordHash }: Pick<ShareRecord, "passwordHash">): string | null =>
  passwordHash === undefined ? null : createHash("sha256").update(passwordHash).digest("base64url");

const shown = ({ shareId, share }: StoredShare): KeptShare => ({
  id: shareId,
  source: share.source,
  name: share.name,
  public_name: share.isPublic ? share.name : null,
  notes: share.notes,
  expires_at: instantOrNull(share.expiresAt),
  has_password: share.passwordHash !== undefined,
  ended_by_operator: share.isBlocked === true,
  created_at: instantOf(share.createdAt),
  visits: {
    total: share.visits.total,
    days: Object.entries(share.visits.days)
      .map(([day, count]) => ({ day, count }))
      .sort((a, b) => (a.day < b.day ? 1 : -1)),
  },
});
