import { AArrowDown, AArrowUp, FoldHorizontal, Type, UnfoldHorizontal } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FACES, type Looks, PAPERS, SIZES, WIDTHS } from "./looks.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import "./looks.css";

/** The buttons that make letters and lines smaller and larger, each with the step at which it ends. */
const STEPS = [
  { label: "smaller", of: "size", by: -1, last: 0, Icon: AArrowDown },
  { label: "larger", of: "size", by: 1, last: SIZES.length - 1, Icon: AArrowUp },
  { label: "narrower", of: "width", by: -1, last: 0, Icon: FoldHorizontal },
  { label: "wider", of: "width", by: 1, last: WIDTHS.length - 1, Icon: UnfoldHorizontal },
] as const;

interface LooksMenuProps {
  readonly looks: Looks;
  readonly onChange: (looks: Partial<Looks>) => void;
}

/** The button that opens paper, typeface, size and width; Escape and a click elsewhere close them. */
export function LooksMenu({ looks, onChange }: LooksMenuProps) {
  const { t } = useTranslation("reading");
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event): void => {
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        event.preventDefault();
        button.current?.focus();
      } else if (frame.current?.contains(event.target as Node) === true) return;
      setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, [isOpen]);

  return (
    <div className="looks" ref={frame}>
      <IconButton label={t("looks")} icon={Type} ref={button} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      {isOpen && (
        <div className="looks__sheet" role="group" aria-label={t("looks")}>
          <div className="looks__papers" role="group" aria-label={t("paper.label")}>
            {PAPERS.map((paper) => (
              <button
                key={paper}
                type="button"
                data-paper={paper}
                aria-pressed={looks.paper === paper}
                onClick={() => onChange({ paper })}
              >
                <i aria-hidden="true">Aa</i>
                {t(`paper.${paper}`)}
              </button>
            ))}
          </div>
          <div className="seg seg--text" role="group" aria-label={t("face.label")}>
            {FACES.map((face) => (
              <button
                key={face}
                type="button"
                data-face={face}
                aria-pressed={looks.face === face}
                onClick={() => onChange({ face })}
              >
                {t(`face.${face}`)}
              </button>
            ))}
          </div>
          <div className="looks__steps">
            {STEPS.map(({ label, of, by, last, Icon }) => (
              <button
                key={label}
                type="button"
                className="btn btn--plain"
                aria-label={t(label)}
                disabled={looks[of] === last}
                onClick={() => onChange({ [of]: looks[of] + by })}
              >
                <Icon className="icon" />
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
