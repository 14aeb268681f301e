/** A drawing for empty screens, for `LineDrawing`: a receipt beside coins. */
export const purse = (
  <>
    <path d="M30 14v90l8-6 8 6 8-6 8 6 8-6 8 6V14l-8 6-8-6-8 6-8-6-8 6z" className="fill-surface" />
    <path d="M42 40h24M42 54h24M42 68h14" />
    <circle cx="90" cy="92" r="14" className="fill-surface" />
    <path d="M86 88c2-4 9-3 9 1 0 5-9 3-9 8 0 3 6 4 9 1" className="stroke-accent" />
  </>
)
