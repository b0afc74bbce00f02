import { MarkShape } from "../../kit/Brand.tsx";

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

/** What stands before the notes in the open satchel. */
export function SatchelFront() {
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

/** What stands behind the notes in the open satchel. */
export function SatchelBack() {
  return (
    <g className="bag">
      <path d="M196 340c0-34 22-56 56-56h280c34 0 56 22 56 56v60H196z" fill="var(--hide-3)" />
      <Stitches d="M210 384v-40c0-26 18-46 46-46h272c28 0 46 20 46 46v40" />
    </g>
  );
}
