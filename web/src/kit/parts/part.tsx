import { CircleAlert } from "lucide-react";
import { type ComponentType, type ReactNode, createElement, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { PartGone, PartMissing, loadPart } from "./loadPart.ts";
import { firstView } from "./firstView.ts";
import { type Namespace, loadTexts } from "../i18n/loadTexts.ts";

interface PartNoticeProps {
  /** The error of loading it. */
  readonly fault: unknown;
  readonly onRetry: () => void;
}

/** A notice over the page that a part is missing, so that no input is lost. */
function PartNotice({ fault, onRetry }: PartNoticeProps) {
  const { t } = useTranslation("kit");
  const canRetry = fault instanceof PartMissing;
  return (
    <div className="toasts part-notice">
      <div className="toast" role="alert">
        <CircleAlert className="icon" />
        <span>{t(fault instanceof PartGone ? "part.gone" : "part.missing")}</span>
        <button type="button" onClick={canRetry ? onRetry : () => window.location.reload()}>
          {t(canRetry ? "tryAgain" : "part.reload")}
        </button>
      </div>
    </div>
  );
}

/** Milliseconds before the automatic retry of a part. */
const AGAIN_MS = 5000;

interface PartOptions {
  /** Namespaces of its texts. */
  readonly texts?: readonly Namespace[];
  /** Whether it is loaded after the first view. */
  readonly isLater?: boolean;
  /** Whether nobody requested it: then a failed load is retried without a notice. Implied by `isLater`. */
  readonly isQuiet?: boolean;
  /** A placeholder of the same size. */
  readonly fallback?: ReactNode;
}

/** A component that is loaded when it is first shown, or before. */
export interface Part<Props extends object> {
  (props: Props): ReactNode;
  /** Loads it, if necessary. @throws {PartMissing} */
  readonly load: () => Promise<void>;
  readonly isThere: () => boolean;
}

/**
 * A component in a file of its own, loaded with its texts when it is first shown. Instead of `React.lazy`, which shows its
 * fallback for at least 300 ms and can't retry a failed load.
 * @param name folder and name of its module, such as `add/AddDialog`
 */
export function part<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  { texts = [], isLater = false, isQuiet = isLater, fallback = null }: PartOptions = {},
): Part<Props> {
  let component: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;

  async function loadAll(): Promise<void> {
    if (isLater) await firstView();
    [component] = await Promise.all([loadPart(name, load), loadTexts(texts)]);
  }
  function ready(): Promise<void> {
    if (component !== undefined) return Promise.resolve();
    loading ??= loadAll().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  function Part(props: Props): ReactNode {
    const [shown, setShown] = useState(() => component);
    const [fault, setFault] = useState<unknown>();
    const [attempt, setAttempt] = useState(0);
    const isWaiting = isQuiet && fault instanceof PartMissing;

    useEffect(() => {
      if (shown !== undefined) return;
      let isUnmounted = false;
      ready().then(
        () => isUnmounted || setShown(() => component),
        (error: unknown) => isUnmounted || setFault(error),
      );
      return () => {
        isUnmounted = true;
      };
    }, [shown, attempt]);

    function tryAgain(): void {
      setFault(undefined);
      setAttempt((before) => before + 1);
    }

    useEffect(() => {
      if (!isWaiting) return;
      const timer = window.setTimeout(tryAgain, AGAIN_MS);
      return () => window.clearTimeout(timer);
    }, [isWaiting]);

    if (shown !== undefined) return createElement(shown, props);
    if (fault === undefined || isWaiting) return fallback;
    return <PartNotice fault={fault} onRetry={tryAgain} />;
  }
  return Object.assign(Part, { load: ready, isThere: () => component !== undefined });
}
