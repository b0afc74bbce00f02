import { connectBus, createLogger, documentName, openDocuments, openPageJobs, packParts } from "@satchel/chassis";
import type { LinkId, UserId } from "@satchel/contracts";
import type { TestSystem } from "./gateway.ts";

const PAGE = `<title>Kept</title><article><p>${"Words of an article. ".repeat(80)}</article>`;

interface HandedPage {
  readonly url: string;
  readonly type: string;
}

/** Hands a page over to the archive service, as enrichment does. */
export async function handOver(
  { nats }: TestSystem,
  userId: UserId,
  linkId: LinkId,
  html = PAGE,
  { url: address, type }: HandedPage = { url: "https://example.org/kept", type: "text/html" },
): Promise<void> {
  const { url, monitorUrl } = nats;
  const bus = await connectBus({ url, monitorUrl, name: "test", logger: createLogger("test", "silent") });
  const name = documentName(userId, linkId, "page.parts");
  const document = Buffer.from(html);
  const page = { url: address, type, document, parts: [], leftOut: 0 };
  await (await openDocuments(bus)).put(name, packParts(page));
  const details = { version: crypto.randomUUID(), url: address, isRequested: false, name, type };
  await (await openPageJobs(bus)).submitCopy({ userId, linkId, details });
  await bus.close();
}
