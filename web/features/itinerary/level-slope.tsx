import type { Level } from '#domain/plan/day-parts.ts'

/** A gentle or a steep rise: levels differ by drawing and word, not by colour. */
export function LevelSlope({ level }: { level: Level }) {
  return (
    <svg
      viewBox="0 0 32 20"
      aria-hidden="true"
      className="h-5 w-8 shrink-0"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path
        d={level === 'light' ? 'M1 18c8 0 10-5 16-6s9-1 14-5' : 'M1 18 9 9l4 4L21 2l5 8 5 8'}
        className="stroke-accent"
        strokeWidth="2.4"
      />
      <path d="M1 19h30" className="stroke-edge" strokeWidth="1.4" />
    </svg>
  )
}
