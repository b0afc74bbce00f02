import type { Link, LinkId } from "@satchel/contracts";
import { getRelatedLinks } from "@satchel/contracts/routes";
import { useTranslation } from "react-i18next";
import { Favicon } from "../../links/LinkImages.tsx";
import { siteOf, titleOfLink } from "../../links/linkText.ts";
import { useDetail } from "../../links/useDetail.ts";
import { api } from "../../session/api.ts";

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

/** Related links; nothing if there are none, or if they can't be loaded. */
export function Related({ id }: { id: LinkId }) {
  const { t } = useTranslation("detail");
  const { t: ofLinks } = useTranslation("links");
  const { currentData: links = [] } = useRelatedLinksQuery(id);
  const { open } = useDetail();
  if (links.length === 0) return null;
  return (
    <section className="related">
      <h3 className="label">{t("related")}</h3>
      <ul>
        {links.map((link) => (
          <li key={link.id}>
            <button type="button" onClick={() => open(link.id)}>
              <Favicon link={link} />
              <bdi>{titleOfLink(link, ofLinks)}</bdi>
              <small>{siteOf(link.url)}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
