import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { MarkShape } from "../../kit/SoloPage.tsx";

function Stitches({ d }: { d: string }) {
  return (
    <path
      d={d}
      fill="none"
      stroke="var(--stitch)"
      strokeWidth="1.6"
      strokeDasharray="5 4.5"
      strokeLinecap="round"
      opacity=".9"
    />
  );
}

function Buckle({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <path d="M0 398h36v72a18 18 0 0 1-36 0z" fill="var(--hide-3)" />
      <Stitches d="M6 400v68a12 12 0 0 0 24 0v-68" />
      <rect x="-5" y="424" width="46" height="30" rx="7" fill="none" stroke="var(--brass)" strokeWidth="5" />
      <path d="M18 424v20" stroke="var(--brass)" strokeWidth="4.5" strokeLinecap="round" />
    </g>
  );
}

/** The front of the open satchel, before the notes. */
function SatchelFront() {
  return (
    <g className="bag">
      <path
        d="M188 398c0-8 6-14 14-14h380c8 0 14 6 14 14v116c0 28-20 48-48 48H236c-28 0-48-20-48-48z"
        fill="var(--hide-2)"
      />
      <path d="M188 398c0-8 6-14 14-14h380c8 0 14 6 14 14v14H188z" fill="var(--hide-1)" />
      <Stitches d="M200 426v86c0 22 16 38 38 38h308c22 0 38-16 38-38v-86" />
      <Stitches d="M196 404h392" />
      <Buckle x={258} />
      <Buckle x={490} />
      <g transform="translate(356 440) scale(3)" color="var(--hide-3)">
        <MarkShape />
      </g>
    </g>
  );
}

/** The back of the open satchel, behind the notes. */
function SatchelBack() {
  return (
    <g className="bag">
      <path d="M196 340c0-34 22-56 56-56h280c34 0 56 22 56 56v60H196z" fill="var(--hide-3)" />
      <Stitches d="M210 384v-40c0-26 18-46 46-46h272c28 0 46 20 46 46v40" />
    </g>
  );
}

/** Characters of an address that fit into the pill of the letter, and the width of one of them. */
const ADDRESS_FITS = 26;
const CHARACTER = 7.9;

interface NoteProps {
  readonly at: string;
  readonly width: number;
  readonly height: number;
  readonly color: string;
  readonly title: string;
  readonly site: string;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** A link that sticks out of the satchel. */
function Note({ at, width, height, color, title, site, className, children }: NoteProps) {
  return (
    <g transform={at}>
      <g className={className}>
        <rect width={width} height={height} rx="12" fill="var(--raised)" stroke="var(--line-strong)" />
        <rect x="16" y="17" width="26" height="26" rx="6.5" fill={color} />
        <text x="29" y="35.5" textAnchor="middle" fontSize="14" fontWeight="650" fill="#fff">
          {site[0]?.toUpperCase()}
        </text>
        <text x="54" y="29" fontSize="15.5" fontWeight="580" fill="var(--ink)">
          {title}
        </text>
        <text x="54" y="48" fontSize="13" fill="var(--ink-3)">
          {site}
        </text>
        {children}
      </g>
    </g>
  );
}

function Letter({ to }: { to: string }) {
  const { t } = useTranslation("landing");
  const shown = to.length > ADDRESS_FITS ? `${to.slice(0, ADDRESS_FITS - 1)}…` : to;
  return (
    <g transform="translate(6 66) rotate(-3)">
      <rect width="296" height="206" rx="14" fill="var(--raised)" stroke="var(--line-strong)" />
      <path d="M0 46h296M0 86h296" stroke="var(--line)" />
      <text x="20" y="29" fontSize="14" fill="var(--ink-3)">
        {t("picture.to")}
      </text>
      <rect x="48" y="10" width={28 + shown.length * CHARACTER} height="27" rx="13.5" fill="var(--accent-soft)" />
      <text x="62" y="28.5" fontSize="14" fontWeight="560" fill="var(--accent-ink)">
        {shown}
      </text>
      <text x="20" y="71" fontSize="14" fill="var(--ink-3)">
        {t("picture.subject")}
      </text>
      <text x="82" y="71" fontSize="14" fontWeight="500" fill="var(--ink)">
        {t("picture.titles.bread")}
      </text>
      <text x="20" y="116" fontSize="14" fill="var(--accent-ink)" textDecoration="underline">
        https://bakers-notebook.example/rye
      </text>
      <rect x="20" y="132" width="1.8" height="16" fill="var(--accent-ink)" />
      <g className="send">
        <rect x="186" y="158" width="92" height="34" rx="9" fill="var(--accent)" />
        <text x="222" y="180" textAnchor="middle" fontSize="14" fontWeight="600" fill="var(--on-accent)">
          {t("picture.send")}
        </text>
        <path d="m252 170 12 5-12 5 2-5z" fill="var(--on-accent)" />
      </g>
    </g>
  );
}

function Envelope() {
  return (
    <g transform="translate(366 62)">
      <g className="fly-x">
        <g className="fly-y">
          <g className="fly-r">
            <g transform="rotate(9)">
              <rect width="74" height="50" rx="8" fill="var(--raised)" stroke="var(--line-strong)" strokeWidth="1.5" />
              <path
                d="m1.5 7 30 21a10 10 0 0 0 11 0l30-21"
                fill="none"
                stroke="var(--line-control)"
                strokeWidth="1.6"
              />
              <circle cx="37" cy="30" r="5.5" fill="var(--brass)" />
            </g>
          </g>
        </g>
      </g>
    </g>
  );
}

function Step({ at, number, ground, text }: { at: string; number: number; ground: string; text: string }) {
  return (
    <g transform={at} fill="var(--ink-2)">
      <circle cx="11" cy="-6" r="13" fill={ground} stroke="var(--accent-line)" strokeWidth="1.5" />
      <text className="serif-t" x="11" y="-0.5" textAnchor="middle" fontSize="16" fill="var(--accent-ink)">
        {number}
      </text>
      <text className="serif-t step" x="34" fontSize="20">
        {text}
      </text>
    </g>
  );
}

/** The picture of the landing page: a link is mailed and lands in the satchel. The animation plays once. */
export function Stage({ saveAddress = "" }: { saveAddress: string | undefined }) {
  const { t } = useTranslation("landing");
  return (
    <div className="stage">
      <svg viewBox="0 0 620 590" role="img" aria-label={t("picture.label", { address: saveAddress })}>
        <path
          d="M300 140C340 40 440 60 444 172"
          fill="none"
          stroke="var(--accent-line)"
          strokeWidth="2.5"
          strokeDasharray="0.1 9"
          strokeLinecap="round"
        />
        <ellipse cx="392" cy="566" rx="206" ry="10" fill="var(--shade-b)" />
        <SatchelBack />
        <Note
          at="translate(316 186) rotate(4)"
          width={256}
          height={190}
          color="oklch(0.55 0.085 230)"
          title={t("picture.titles.lens")}
          site="harbour-review.example"
        />
        <Note
          at="translate(254 246) rotate(-2.5)"
          width={282}
          height={170}
          color="oklch(0.55 0.085 20)"
          title={t("picture.titles.calm")}
          site="quiet-software.example"
        />
        <Note
          at="translate(232 300)"
          width={320}
          height={120}
          color="oklch(0.55 0.085 50)"
          title={t("picture.titles.bread")}
          site="bakers-notebook.example"
          className="land-new"
        >
          <g className="land-badge">
            <rect x="258" y="35" width="46" height="22" rx="11" fill="var(--accent-soft)" />
            <text x="281" y="50" textAnchor="middle" fontSize="12" fontWeight="600" fill="var(--accent-ink)">
              {t("picture.new")}
            </text>
          </g>
        </Note>
        <SatchelFront />
        <Letter to={saveAddress} />
        <Envelope />
        <Step at="translate(20 34)" number={1} ground="none" text={t("picture.first")} />
        <Step at="translate(456 156)" number={2} ground="var(--paper)" text={t("picture.second")} />
      </svg>
    </div>
  );
}
