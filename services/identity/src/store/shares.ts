import { createHash } from "node:crypto";
import { type Bus, openRecords, openUserRecords } from "@satchel/chassis";
import { liveSubject, SatchelError, type ShareId, SHARES, shareTexts, type UserId } from "@satchel/contracts";
import type { ShareRecord } from "../domain/share.ts";

/** A share with its key. */
export interface StoredShare {
  readonly userId: UserId;
  readonly shareId: ShareId;
  readonly share: ShareRecord;
}

/** The shared folders and links of all users. Pages of their owner are told of every change. */
export interface Shares {
  /**
   * Makes one; a repeated command gets the one that it made.
   * @throws {SatchelError} `taken` when this is shared already, or its name is another's
   */
  make(userId: UserId, shareId: ShareId, share: ShareRecord): Promise<StoredShare>;
  /**
   * Changes one. @returns undefined when there is none
   * @throws {SatchelError} `taken` when the new name is another's: then nothing is changed
   */
  change(
    userId: UserId,
    shareId: ShareId,
    decide: (share: ShareRecord) => ShareRecord,
  ): Promise<StoredShare | undefined>;
  /** Adds to what is counted, without telling anybody. */
  count(userId: UserId, shareId: ShareId, decide: (share: ShareRecord) => ShareRecord): Promise<void>;
  /** The one under an address; undefined for an address that leads to none. */
  find(name: string): Promise<StoredShare | undefined>;
  get(userId: UserId, shareId: ShareId): Promise<ShareRecord | undefined>;
  /** Those of a user, the newest first. */
  list(userId: UserId): Promise<StoredShare[]>;
  /** Ends one of this user. @returns whether there was one */
  end(userId: UserId, shareId: ShareId): Promise<boolean>;
  endAll(userId: UserId): Promise<void>;
}

/** Under the hash of a name: whose it is. It counts only while that record has the name. */
interface Claim {
  readonly userId: UserId;
  readonly shareId: ShareId;
}

/**
 * Opens the bucket of shares: records by `<userId>.<shareId>`, and claims of names by `at.<hash>`. A record is written
 * before its claim and removed before it, so that whatever a crash leaves opens nothing and keeps no name from others.
 */
export async function openShares(bus: Bus): Promise<Shares> {
  const shares = await openUserRecords<ShareId, ShareRecord>(bus, SHARES);
  const claims = await openRecords<Claim>(bus, SHARES);
  const tell = (userId: UserId): void =>
    bus.nc.publish(liveSubject(userId, "identity"), JSON.stringify({ ids: ["shares"] }));

  const find = async (name: string): Promise<StoredShare | undefined> => {
    const claim = await claims.get(claimKey(name));
    if (claim === undefined) return undefined;
    const share = await shares.get(claim.userId, claim.shareId);
    return share?.name === name ? { ...claim, share } : undefined;
  };

  /** @returns whether the name is this share's now */
  const claim = async (name: string, by: Claim): Promise<boolean> => {
    const holder = await find(name);
    if (holder !== undefined) return holder.userId === by.userId && holder.shareId === by.shareId;
    const before = await claims.get(claimKey(name));
    return claims.change(claimKey(name), (current) => {
      // Somebody else took it since.
      const isFree = current === undefined || (current.userId === before?.userId && current.shareId === before.shareId);
      return isFree ? { put: by, outcome: true } : { outcome: isSame(current, by) };
    });
  };

  const release = (name: string, of: Claim): Promise<void> =>
    claims.change(claimKey(name), (current) =>
      current !== undefined && isSame(current, of) ? { remove: true, outcome: undefined } : { outcome: undefined },
    );

  const end = async (userId: UserId, shareId: ShareId): Promise<boolean> => {
    const share = await shares.get(userId, shareId);
    const isEnded = await shares.remove(userId, shareId);
    if (share !== undefined) await release(share.name, { userId, shareId });
    tell(userId);
    return isEnded;
  };

  return {
    find,
    end,
    get: (userId, shareId) => shares.get(userId, shareId),

    make: async (userId, shareId, share) => {
      const made = await shares.change(userId, shareId, (current) =>
        current === undefined ? { put: share, outcome: share } : { outcome: current },
      );
      if (made.madeBy !== share.madeBy) throw new SatchelError("taken", shareTexts.exists);
      if (!(await claim(made.name, { userId, shareId }))) {
        await shares.remove(userId, shareId);
        throw nameTaken();
      }
      tell(userId);
      return { userId, shareId, share: made };
    },

    change: async (userId, shareId, decide) => {
      const changed = await shares.change(userId, shareId, (before) => {
        if (before === undefined) return { outcome: undefined };
        const share = decide(before);
        return { put: share, outcome: { before, share } };
      });
      if (changed === undefined) return undefined;
      const { before, share } = changed;
      if (share.name !== before.name) {
        if (!(await claim(share.name, { userId, shareId }))) {
          await shares.change(userId, shareId, (current) =>
            current?.name === share.name ? { put: before, outcome: undefined } : { outcome: undefined },
          );
          throw nameTaken();
        }
        await release(before.name, { userId, shareId });
      }
      tell(userId);
      return { userId, shareId, share };
    },

    count: (userId, shareId, decide) =>
      shares.change(userId, shareId, (share) =>
        share === undefined ? { outcome: undefined } : { put: decide(share), outcome: undefined },
      ),

    list: async (userId) =>
      (await shares.list(userId))
        .map(({ id, record }) => ({ userId, shareId: id, share: record }))
        .sort((a, b) => b.share.createdAt - a.share.createdAt),

    endAll: async (userId) => {
      await Promise.all((await shares.ids(userId)).map((shareId) => end(userId, shareId)));
    },
  };
}

const nameTaken = (): SatchelError => new SatchelError("taken", shareTexts.nameTaken);

const isSame = (one: Claim, other: Claim): boolean => one.userId === other.userId && one.shareId === other.shareId;

/** A hash, because a key of the bus has fewer characters than a name may have. */
const claimKey = (name: string): string => `at.${createHash("sha256").update(name).digest("hex")}`;
