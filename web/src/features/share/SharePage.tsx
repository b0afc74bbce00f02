import { Bookmark, MonitorSmartphone, Puzzle, Share2 } from "lucide-react";
import { useCallback, useState } from "react";
import { useQueryString } from "../../kit/useQuery.ts";
import { useTranslation } from "react-i18next";
import { SaveShared, ToLinks } from "./SaveShared.tsx";
import { useConfigQuery } from "../../session/config.slice.ts";
import { type Browser, storeOf, storeUrl } from "../../session/extensionStore.ts";
import { SoloPage } from "../../kit/SoloPage.tsx";
import { bookmarklet, isShare, sharedLink } from "./sharedLink.ts";
import "./share.css";

/** The browser's extension, where this server names a store that has it. */
function ByExtension() {
  const { t } = useTranslation("share");
  const { data: config } = useConfigQuery();
  const store = storeOf(navigator as Browser);
  const url = config !== undefined && store !== undefined ? storeUrl(config, store) : undefined;
  if (url === undefined) return null;
  return (
    <section className="share__way">
      <h2>
        <Puzzle className="icon" />
        {t("anywhere.extension")}
      </h2>
      <p>{t("anywhere.extensionText")}</p>
      <p>
        <a className="btn btn--plain" href={url} target="_blank" rel="noopener noreferrer">
          {t("anywhere.extensionGet")}
        </a>
      </p>
    </section>
  );
}

/** How links get here besides by mail: the bookmarklet, the installed page, and the share menu of a phone. */
export function SaveFromAnywhere() {
  const { t } = useTranslation("share");
  const [isClicked, setClicked] = useState(false);
  // React refuses such addresses, rightly: they are for the bookmarks bar alone, and our policy runs none of them.
  const setAddress = useCallback(
    (anchor: HTMLAnchorElement | null) => anchor?.setAttribute("href", bookmarklet(window.location.origin)),
    [],
  );

  return (
    <>
      <h1 className="title-page">{t("anywhere.title")}</h1>
      <p>{t("anywhere.lead")}</p>
      <ByExtension />
      <section className="share__way">
        <h2>
          <Bookmark className="icon" />
          {t("anywhere.bookmark")}
        </h2>
        <p>{t("anywhere.bookmarkText")}</p>
        <p>
          <a
            className="btn btn--plain share__bookmark"
            ref={setAddress}
            onClick={(event) => {
              event.preventDefault();
              setClicked(true);
            }}
          >
            {t("anywhere.bookmarkName")}
          </a>
        </p>
        <p className="hint" role="status">
          {isClicked ? t("anywhere.bookmarkClicked") : ""}
        </p>
      </section>
      <section className="share__way">
        <h2>
          <MonitorSmartphone className="icon" />
          {t("anywhere.app")}
        </h2>
        <p>{t("anywhere.appText")}</p>
      </section>
      <section className="share__way">
        <h2>
          <Share2 className="icon" />
          {t("anywhere.phone")}
        </h2>
        <p>{t("anywhere.phoneText")}</p>
      </section>
      <ToLinks />
    </>
  );
}

/** What another program or the bookmarklet shares; without anything shared, how that is done. */
export function SharePage() {
  const { t } = useTranslation("share");
  const search = useQueryString();
  const [parameters] = useState(() => new URLSearchParams(search));
  const link = sharedLink(parameters);

  return (
    <SoloPage tab={t("tab")}>
      <div className="box-card share">
        {link !== undefined ? <SaveShared link={link} /> : isShare(parameters) ? <Nothing /> : <SaveFromAnywhere />}
      </div>
    </SoloPage>
  );
}

function Nothing() {
  const { t } = useTranslation("share");
  return (
    <>
      <h1 className="title-page">{t("nothing.title")}</h1>
      <p>{t("nothing.text")}</p>
      <div className="share__actions">
        <ToLinks />
      </div>
    </>
  );
}
