import {
  type Capture,
  CAPTURE_PAGE_SIZE_MAX,
  exportUser,
  type KeptShare,
  type Link,
  LINK_PAGE_SIZE_MAX,
  ListApiTokens,
  ListFeeds,
  ListWebhooks,
  ListPasskeys,
  ListSignIns,
  ListRules,
  ListSecretAddresses,
  ReadMailSettings,
  ListSessions,
  ListShares,
  ListSubscriptions,
  type UserId,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import { downloads } from "../export/downloads.ts";
import { writeExport } from "../export/user-export.ts";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";
import type { Tables } from "../queries/tables.ts";
import { toSecretAddress } from "./newsletters.ts";
import { toSession, userOf } from "./users.ts";

const FILE = { name: "satchel", ending: "json", type: "application/json; charset=utf-8" };

/** The download of everything about an account. */
export async function userExportRoutes(
  app: FastifyInstance,
  { commands, tables, readUser, site }: Parts,
): Promise<void> {
  const download = downloads();

  route(app, exportUser, async (call) => {
    const { userId, session } = call;
    const [
      profile,
      folders,
      sessions,
      passkeys,
      signIns,
      tokens,
      feeds,
      shares,
      webhooks,
      subscriptions,
      secret,
      rules,
      mail,
    ] = await Promise.all([
      userOf(tables, userId),
      tables.listFolders(userId),
      commands.send(ListSessions, { userId }),
      commands.send(ListPasskeys, { userId }),
      commands.send(ListSignIns, { userId }),
      commands.send(ListApiTokens, { userId }),
      commands.send(ListFeeds, { userId }),
      commands.send(ListShares, { userId }),
      commands.send(ListWebhooks, { userId }),
      commands.send(ListSubscriptions, { userId }),
      commands.send(ListSecretAddresses, { userId }),
      commands.send(ListRules, { userId }),
      commands.send(ReadMailSettings, { userId }),
      // Checked before anything is sent: an export without them must not look complete.
      tables.listCaptures(userId, { size: 1 }),
    ]);
    return download(call, FILE, () =>
      writeExport({
        profile,
        folders,
        sessions: sessions.result.sessions.map((one) => toSession(one, session.sessionId)),
        passkeys: passkeys.result.passkeys,
        sign_ins: signIns.result.sign_ins,
        tokens: tokens.result.tokens,
        feeds: feeds.result.feeds,
        // Without the addresses that are secret.
        shares: shares.result.shares.map(withoutAddress),
        webhooks: webhooks.result.webhooks,
        subscriptions: subscriptions.result.subscriptions,
        secretAddresses: secret.result.addresses.map((one) => toSecretAddress(one, site.saveAddress)),
        mailSettings: { keeps_attachments: mail.result.keepsAttachments },
        mutedSenders: secret.result.muted,
        rules: rules.result.rules,
        links: allLinks(tables, userId),
        captures: allCaptures(tables, userId),
        highlights: tables.exportHighlights(userId),
        events: readUser(userId),
      }),
    );
  });
}

function withoutAddress(kept: KeptShare): Omit<KeptShare, "name"> {
  const { name: _, ...share } = kept;
  return share;
}

type Page = { readonly size: number; readonly cursor?: string };

/** All links of a user, the newest first. */
const allLinks = (tables: Tables, userId: UserId): AsyncGenerator<Link> =>
  allOf(LINK_PAGE_SIZE_MAX, async (page) => {
    const { links, nextCursor } = await tables.listLinks(userId, page);
    return { items: links, nextCursor };
  });

/** All captures, the newest first. */
const allCaptures = (tables: Tables, userId: UserId): AsyncGenerator<Capture> =>
  allOf(CAPTURE_PAGE_SIZE_MAX, async (page) => {
    const { captures, nextCursor } = await tables.listCaptures(userId, page);
    return { items: captures, nextCursor };
  });

/** All items of a list, which is read page by page. */
async function* allOf<T>(
  size: number,
  read: (page: Page) => Promise<{ readonly items: readonly T[]; readonly nextCursor: string | undefined }>,
): AsyncGenerator<T> {
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await read({ size, ...(cursor === undefined ? {} : { cursor }) });
    yield* items;
    if (nextCursor === undefined) return;
    cursor = nextCursor;
  }
}
