import { randomUUID } from "node:crypto";
import { connectBus, createLogger, openJournal, openPictures } from "@satchel/chassis";
import { aggregateSubject, type Link, PageDescribed, type PictureKey, type UserId } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { decodeJwt } from "jose";
import type { Client, TestSystem } from "./gateway.ts";

/** What enrichment does to a link: pictures in the store, and a page that was described with them. */
export async function openDescribing({ nats }: TestSystem) {
  const logger = createLogger("test", "silent");
  const bus = await connectBus({ url: nats.url, name: "test", logger });
  atEnd(() => bus.close());
  const pictures = await openPictures(bus);
  const journal = await openJournal(bus, { logger, syncUnchecked: true });
  return {
    pictures,
    /** Keeps a link whose page was described with these pictures. */
    describedLink: async (
      owner: Client,
      url: string,
      previewKey: PictureKey,
      faviconKey: PictureKey,
    ): Promise<Link> => {
      const userId = decodeJwt(owner.accessToken).sub as UserId;
      const { id } = (await (await owner.call("POST", "/api/links/", { url })).json()) as Link;
      await journal.append({
        subject: aggregateSubject(userId, "enrichment", id),
        event: {
          id: randomUUID(),
          type: PageDescribed.type,
          data: { url, finalUrl: url, attempts: 1, page: { tags: [] }, previewKey, faviconKey },
        },
        expected: 0,
      });
      return eventually(async () => {
        const links = (await (await owner.call("GET", "/api/links/")).json()) as Link[];
        const link = links.find((one) => one.id === id);
        return link !== undefined && link.enrichment.state === "done" ? link : false;
      }).then((link) => link as Link);
    },
  };
}

/** A picture in both sizes; what the octets are does not matter to who serves them. */
export const somePicture = (name: string) => ({
  type: "image/webp",
  small: Buffer.from(`small of ${name}`),
  large: Buffer.from(`large picture of ${name}`),
});
