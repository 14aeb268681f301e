import type { DrawingProps } from './late-drawings.ts'
import { roadContours } from './road-contours.ts'

/** The drawing for road trips: a topographic map with a lake, and a trail to the camp on its shore. Decorative only. */
export function RoadDrawing({ view = 'card', className = '' }: DrawingProps) {
  return (
    <svg
      viewBox={view === 'card' ? '130 215 620 300' : '0 0 800 600'}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={`road-sky ${className}`}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={roadContours.indexContours} className="fill-high/50" />
      <path d={roadContours.contours} className="stroke-contour/70" vectorEffect="non-scaling-stroke" />
      <path
        d={roadContours.indexContours}
        className="stroke-contour"
        strokeWidth="1.6"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={roadContours.lake}
        className="fill-water stroke-shore"
        strokeWidth="1.6"
        fillRule="evenodd"
        vectorEffect="non-scaling-stroke"
      />
      <path d={roadContours.depths} className="stroke-shore/55" vectorEffect="non-scaling-stroke" />
      <path
        d="M-10 372C60 352 96 398 150 412s84 46 120 84 118 30 158 18 44-46 66-70"
        className="stroke-accent"
        strokeWidth="2.4"
        strokeDasharray="1 7"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d="m495 414 17 28h-34z"
        className="fill-accent stroke-surface"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
      <path d="m495 426 6 16h-12z" className="fill-surface" />
    </svg>
  )
}
