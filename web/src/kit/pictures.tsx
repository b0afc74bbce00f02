import { Envelope } from "./LostMailPicture.tsx";

/** The pictures of the empty states. */

/** A letter on its way to the satchel. */
export function SatchelPicture() {
  return (
    <svg viewBox="0 0 200 144" aria-hidden="true">
      <path
        d="M18 104c30-56 64-78 108-62"
        fill="none"
        stroke="var(--accent-line)"
        strokeWidth="2"
        strokeDasharray="1 8"
        strokeLinecap="round"
      />
      <Envelope transform="rotate(-9 44 78) translate(16 58) scale(0.85)" />
      <g transform="translate(104 38)">
        <path d="M26 12V9a9 9 0 0 1 9-9h10a9 9 0 0 1 9 9v3" fill="none" stroke="var(--hide-3)" strokeWidth="6" />
        <rect y="10" width="80" height="70" rx="14" fill="var(--hide-2)" />
        <path d="M0 24a14 14 0 0 1 14-14h52a14 14 0 0 1 14 14v4L47 50a13 13 0 0 1-14 0L0 28z" fill="var(--hide-1)" />
        <path
          d="M4 28.500 34 47a11 11 0 0 0 12 0l30-18.5"
          fill="none"
          stroke="var(--stitch)"
          strokeWidth="1.2"
          strokeDasharray="3 3"
        />
        <circle cx="40" cy="37" r="5" fill="var(--stitch)" />
      </g>
      <ellipse cx="144" cy="126" rx="46" ry="3" fill="var(--shade-b)" />
    </svg>
  );
}

/** A cup of coffee, and nothing left to do. */
export function CupPicture() {
  return (
    <svg viewBox="0 0 200 144" aria-hidden="true">
      <path d="M28 112h144" stroke="var(--line-control)" strokeWidth="1.5" strokeLinecap="round" />
      <g fill="none" stroke="var(--line-control)" strokeWidth="1.5">
        <path d="M66 92c-16-2-24-12-24-26h24M66 66h58v22a24 24 0 0 1-24 24H90a24 24 0 0 1-24-24z" />
      </g>
      <path
        d="M66 66h58v22a24 24 0 0 1-24 24H90a24 24 0 0 1-24-24z"
        fill="var(--surface)"
        stroke="var(--line-control)"
        strokeWidth="1.5"
      />
      <path d="M124 72h8a10 10 0 0 1 0 20h-9" fill="none" stroke="var(--line-control)" strokeWidth="1.5" />
      <path d="M66 66H42c0 14 8 24 25 26" fill="var(--paper)" stroke="none" />
      <path
        d="M82 54c-5-7 5-10 0-18M95 54c-5-8 5-12 0-22M108 54c-5-7 5-10 0-18"
        fill="none"
        stroke="var(--accent-line)"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <circle cx="150" cy="46" r="15" fill="var(--accent-soft)" />
      <path
        d="m144 46 4.500 4.500 8-9"
        fill="none"
        stroke="var(--accent-ink)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** A link on its way into a folder. */
export function FolderPicture() {
  return (
    <svg viewBox="0 0 200 144" aria-hidden="true">
      <path
        d="M60 44a8 8 0 0 1 8-8h22l10 10h36a8 8 0 0 1 8 8v52a8 8 0 0 1-8 8H68a8 8 0 0 1-8-8z"
        fill="var(--accent-soft)"
        stroke="var(--accent-line)"
        strokeWidth="1.5"
      />
      <g transform="rotate(-7 70 52)">
        <rect
          x="26"
          y="34"
          width="84"
          height="42"
          rx="7"
          fill="var(--surface)"
          stroke="var(--line-control)"
          strokeWidth="1.5"
        />
        <rect x="35" y="44" width="10" height="10" rx="3" fill="var(--accent-line)" />
        <path d="M52 47h42M52 55h28M35 65h50" stroke="var(--line-control)" strokeWidth="3" strokeLinecap="round" />
      </g>
      <path
        d="M52 72h100l-8 36a8 8 0 0 1-8 6H66a8 8 0 0 1-8-6z"
        fill="var(--surface)"
        stroke="var(--accent-line)"
        strokeWidth="1.5"
      />
      <path
        className="by-mouse"
        d="m118 62 7 20 3-8 8-3z"
        fill="var(--ink)"
        stroke="var(--surface)"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  );
}
