import type { Link } from "@satchel/contracts";
import type { Archive } from "../api/archive.ts";
import { element } from "./dom.ts";

/** Milliseconds between two looks at a page whose picture is still on its way, and how often. */
const AGAIN_MS = 1500;
const LOOKS = 8;

/** The picture of a link's page, which takes no space before it is there. A page that was just saved gets it a little later. */
export function linkPicture(link: Link, archive: Archive): HTMLElement {
  const frame = element("div", { class: "picture", hidden: true });

  async function show(current: Link, looks: number): Promise<void> {
    if (current.preview_image_url !== null) {
      const answer = await archive.picture(current.id);
      if (answer.kind !== "answered") return;
      frame.append(element("img", { src: URL.createObjectURL(answer.body), alt: "" }));
      frame.hidden = false;
    } else if (looks > 0 && current.enrichment.state !== "failed") {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      const answer = await archive.lookup(current.url);
      if (answer.kind === "answered" && answer.body.link !== null) await show(answer.body.link, looks - 1);
    }
  }

  void show(link, LOOKS);
  return frame;
}
