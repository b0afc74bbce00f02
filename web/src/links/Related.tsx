import type { Link, LinkId } from "@satchel/contracts";
import { getRelatedLinks } from "@satchel/contracts/later-routes";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../session/api.ts";
import { Favicon } from "./LinkImages.tsx";
import { siteNameOf, titleOfLink } from "./linkText.ts";
import "./related.css";

/** The query of related links, refetched when the link changes. */
const { useRelatedLinksQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    relatedLinks: build.query<readonly Link[], LinkId>({
      query: (id) => ({ operation: getRelatedLinks, params: { id } }),
      transformResponse: ({ links }: { links: Link[] }) => links,
      providesTags: (_answer, _error, id) => [{ type: "Link", id }],
    }),
  }),
});

const none: readonly Link[] = [];

/** The links that are related to a link; none until they are loaded, or if they can't be. */
export const useRelatedLinks = (id: LinkId): readonly Link[] => useRelatedLinksQuery(id).currentData ?? none;

interface RelatedProps {
  readonly id: LinkId;
  readonly title: string;
  /** The level of its heading, below what is around it. */
  readonly level: 2 | 3;
  /** A button or link with this content that opens a related link. */
  readonly opening: (link: Link, content: ReactNode) => ReactNode;
}

/** Related links; nothing if there are none. */
export function Related({ id, title, level, opening }: RelatedProps) {
  const { t } = useTranslation("links");
  const links = useRelatedLinks(id);
  if (links.length === 0) return null;
  const Heading = `h${level}` as const;
  return (
    <section className="related">
      <Heading className="label">{title}</Heading>
      <ul>
        {links.map((link) => (
          <li key={link.id}>
            {opening(
              link,
              <>
                <Favicon link={link} />
                <bdi>{titleOfLink(link, t)}</bdi>
                <small>{siteNameOf(link)}</small>
              </>,
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
