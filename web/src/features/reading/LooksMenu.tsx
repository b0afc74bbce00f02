import { AArrowDown, AArrowUp, FoldHorizontal, Type, UnfoldHorizontal } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FACES, type Looks, PAPERS, SIZES, WIDTHS } from "./looks.ts";

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

  const step = (name: "size" | "width", by: number) => () => onChange({ [name]: looks[name] + by });
  return (
    <div className="looks" ref={frame}>
      <button
        ref={button}
        type="button"
        className="icon-btn"
        aria-label={t("looks")}
        title={t("looks")}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Type className="icon" />
      </button>
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
            <button
              type="button"
              className="btn btn--plain"
              aria-label={t("smaller")}
              disabled={looks.size === 0}
              onClick={step("size", -1)}
            >
              <AArrowDown className="icon" />
            </button>
            <button
              type="button"
              className="btn btn--plain"
              aria-label={t("larger")}
              disabled={looks.size === SIZES.length - 1}
              onClick={step("size", 1)}
            >
              <AArrowUp className="icon" />
            </button>
            <button
              type="button"
              className="btn btn--plain"
              aria-label={t("narrower")}
              disabled={looks.width === 0}
              onClick={step("width", -1)}
            >
              <FoldHorizontal className="icon" />
            </button>
            <button
              type="button"
              className="btn btn--plain"
              aria-label={t("wider")}
              disabled={looks.width === WIDTHS.length - 1}
              onClick={step("width", 1)}
            >
              <UnfoldHorizontal className="icon" />
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
