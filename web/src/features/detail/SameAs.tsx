import type { LinkId } from "@satchel/contracts";
import { CopyCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { titleOfLink } from "../../links/linkText.ts";
import { useDetail } from "../../links/useDetail.ts";
import { useNow } from "../../kit/hooks.ts";
import { useTimes } from "../../links/times.ts";
import { useLinkDetailQuery } from "../../links/detail.api.ts";

/** Others to the same page that are named; where there are more, their number says so. */
const NAMED = 5;

function Other({ id }: { id: LinkId }) {
  const { t } = useTranslation("links");
  const { data: link } = useLinkDetailQuery(id);
  const { open } = useDetail();
  const now = useNow();
  const times = useTimes();
  if (link === undefined) return <li className="shimmer panel__line" aria-hidden="true" />;
  return (
    <li>
      <button type="button" className="text-link" onClick={() => open(id)}>
        <bdi>{titleOfLink(link, t)}</bdi>
      </button>{" "}
      <small>{times.exact(new Date(link.saved_at), now)}</small>
    </li>
  );
}

/** That a page was saved under other addresses too. */
export function SameAs({ ids }: { ids: readonly LinkId[] }) {
  const { t } = useTranslation("detail");
  if (ids.length === 0) return null;
  return (
    <section className="note note--quiet" aria-label={t("same.title")}>
      <CopyCheck className="icon" />
      <div>
        <h3 className="label">{t("same.title")}</h3>
        <p>{t("same.text", { count: ids.length })}</p>
        <ul>
          {ids.slice(0, NAMED).map((id) => (
            <Other key={id} id={id} />
          ))}
        </ul>
      </div>
    </section>
  );
}
