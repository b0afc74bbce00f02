import {
  ChangeMailSettings,
  changeMailSettings,
  ChangeSecretAddress,
  changeSecretAddress,
  createSecretAddress,
  deleteSecretAddress,
  domainOf,
  EndSecretAddress,
  getMailSettings,
  laterTexts,
  listNewsletters,
  ListSecretAddresses,
  MakeSecretAddress,
  MuteSender,
  muteSender,
  type NewsletterSource,
  ReadMailSettings,
  SatchelError,
  type SecretAddress,
  type StoredSecretAddress,
  texts,
  Unsubscribe,
  unsubscribe,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import type { LetterSource } from "@satchel/mail-ingest/queries";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";
import { requirePlace } from "../queries/require-folder.ts";

/** Secret addresses, who writes to them (decision 89), and what is kept of mails to the save address (decision 90). */
export async function newsletterRoutes(app: FastifyInstance, { commands, tables, site }: Parts): Promise<void> {
  const shown = (address: StoredSecretAddress): SecretAddress => toSecretAddress(address, site.saveAddress);

  route(app, listNewsletters, async ({ userId }) => {
    const [{ result }, sources, confirmations] = await Promise.all([
      commands.send(ListSecretAddresses, { userId }),
      tables.listSources(userId),
      tables.listConfirmations(userId),
    ]);
    const { addresses, muted } = result;
    const silent = muted.filter((sender) => !sources.some((source) => source.sender === sender));
    return {
      status: 200,
      body: {
        addresses: addresses.map(shown),
        sources: [...sources.map((source) => shownSource(source, muted)), ...silent.map(mutedSource)],
        confirmations,
      },
    };
  });

  route(app, createSecretAddress, async ({ session, body }) => {
    const { userId, sessionId } = session;
    const { name, folder_id: folderId, tags = [] } = body;
    await requirePlace(tables, userId, folderId);
    const { result } = await commands.send(MakeSecretAddress, { userId, sessionId, name, folderId, tags });
    return { status: 201, body: shown(result.address) };
  });

  route(app, changeSecretAddress, async ({ userId, params, body }) => {
    const { name, folder_id: folderId, tags } = body;
    if (folderId !== undefined) await requirePlace(tables, userId, folderId);
    const { result } = await commands.send(ChangeSecretAddress, {
      userId,
      addressId: params.id,
      ...compact({ newName: name, folderId, tags }),
    });
    return { status: 200, body: shown(result.address) };
  });

  route(app, deleteSecretAddress, async ({ userId, params }) => {
    const { result } = await commands.send(EndSecretAddress, { userId, addressId: params.id });
    if (!result.ended) throw new SatchelError("not-found", laterTexts.letters.notFound);
    return { status: 204, body: null };
  });

  route(app, muteSender, async ({ userId, body }) => {
    await commands.send(MuteSender, { userId, sender: body.sender, isMuted: body.is_muted });
    return { status: 204, body: null };
  });

  route(app, unsubscribe, async ({ userId, body }) => {
    const [source] = await tables.listSources(userId, body.sender.toLowerCase());
    if (source === undefined) throw new SatchelError("not-found", texts.server.notFound);
    await commands.send(Unsubscribe, { userId, mailId: source.mailId });
    return { status: 204, body: null };
  });

  route(app, getMailSettings, async ({ userId }) => {
    const { result } = await commands.send(ReadMailSettings, { userId });
    return { status: 200, body: { keeps_attachments: result.keepsAttachments } };
  });

  route(app, changeMailSettings, async ({ userId, body }) => {
    const { result } = await commands.send(ChangeMailSettings, { userId, keepsAttachments: body.keeps_attachments });
    return { status: 200, body: { keeps_attachments: result.keepsAttachments } };
  });
}

/** A secret address in the form of the HTTP contract. @param saveAddress of whose domain it is */
export const toSecretAddress = (
  { id, name, local, folderId, tags, createdAt }: StoredSecretAddress,
  saveAddress: string,
): SecretAddress => ({
  id,
  name,
  address: `${local}@${domainOf(saveAddress)}`,
  folder_id: folderId,
  tags: [...tags],
  created_at: new Date(createdAt).toISOString(),
});

const shownSource = (source: LetterSource, muted: readonly string[]): NewsletterSource => ({
  sender: source.sender,
  name: source.name,
  count: source.count,
  last: { subject: source.subject, received_at: source.receivedAt.toISOString(), link_id: source.linkId },
  is_muted: muted.includes(source.sender),
  unsubscribe: source.unsubscription?.by === "request" ? { by: "request" } : source.unsubscription,
});

/** A muted sender from whom nothing came for long. */
const mutedSource = (sender: string): NewsletterSource => ({
  sender,
  name: null,
  count: 0,
  last: null,
  is_muted: true,
  unsubscribe: null,
});
