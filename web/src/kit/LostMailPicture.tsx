/** A closed envelope of 68 by 48, for pictures. It is here because the first view may need this picture. */
export function Envelope({ transform }: { transform: string }) {
  return (
    <g transform={transform} fill="none" stroke="var(--line-control)" strokeWidth="1.5">
      <rect width="68" height="48" rx="7" fill="var(--surface)" />
      <path d="m1 6 28 20a8 8 0 0 0 10 0l28-20" />
    </g>
  );
}

/** A letter between two loose ends. */
export function LostMailPicture() {
  return (
    <svg viewBox="0 0 200 144" aria-hidden="true">
      <path d="M28 112h144" stroke="var(--line-control)" strokeWidth="1.5" strokeLinecap="round" />
      <path
        d="M22 76c22 0 26-22 48-22h12"
        fill="none"
        stroke="var(--accent-line)"
        strokeWidth="2"
        strokeDasharray="1 8"
        strokeLinecap="round"
      />
      <path
        d="M178 76c-22 0-26-22-48-22h-6"
        fill="none"
        stroke="var(--accent-line)"
        strokeWidth="2"
        strokeDasharray="1 8"
        strokeLinecap="round"
      />
      <Envelope transform="rotate(6 100 84) translate(66 62)" />
      <circle cx="134" cy="58" r="14" fill="var(--danger-soft)" />
      <path d="M134 51v8M134 64v.5" stroke="var(--danger-ink)" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}
