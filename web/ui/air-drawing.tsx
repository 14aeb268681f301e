import type { DrawingProps } from './late-drawings.ts'

const airports = [
  [110, 430],
  [690, 230],
  [452, 96],
] as const

/** The drawing for air travel: flight arcs over a dawn, above the clouds. Decorative only. */
export function AirDrawing({ view = 'card', className = '' }: DrawingProps) {
  return (
    <svg
      viewBox={view === 'card' ? '60 130 690 340' : '0 0 800 600'}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={`air-sky ${className}`}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="560" cy="440" r="118" className="fill-shore/25" />
      <circle cx="560" cy="440" r="74" className="fill-shore" />

      <path
        d="M-20 150Q400 60 820 150M-20 250Q400 160 820 250M-20 350Q400 260 820 350M90 600Q170 280 270 0M300 600Q345 300 385 0M520 600Q505 300 500 0M730 600Q660 280 615 0"
        className="stroke-contour/30"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d="M110 430Q170 180 452 96M690 230Q790 290 860 420M452 96Q580 100 690 230"
        className="stroke-contour"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d="M110 430Q360 90 690 230"
        className="stroke-accent"
        strokeWidth="2.4"
        strokeDasharray="1 7"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d="M-10 478q44-34 92-14 26-46 84-30 40-36 92-6 34-22 70 2 44-30 92-6 40-34 96-8 30-26 76-6 50-38 104-8 44-20 114 22v200H-10z"
        className="fill-high"
      />
      <path
        d="M-10 538q60-38 120-14 52-40 116-12 58-34 122-2 60-36 128-8 62-34 122-4 60-34 122-6 48-20 90 10v110H-10z"
        className="fill-water"
      />
      {airports.map(([x, y]) => (
        <circle
          key={x}
          cx={x}
          cy={y}
          r="7"
          className="fill-surface stroke-accent"
          strokeWidth="2.4"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <path
        d="m20 0-15-3.4L-4-16h-5l5 12.6-9 .6L-18-9h-3l2.4 9-2.4 9h3l5-6.2 9 .6L-9 16h5L5 3.4z"
        className="fill-accent stroke-surface"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        transform="translate(409 201) rotate(-14)"
      />
    </svg>
  )
}
