/** A drawing for empty screens, for `LineDrawing`. */
export const tent = (
  <>
    <path d="M60 34 18 106h84zm0 0-5-8m5 8 5-8" className="fill-surface" />
    <path d="M60 60c2 18 8 34 16 46H44c8-12 14-28 16-46z" className="stroke-accent" />
    <path d="M6 106h108M98 106V70m0-44L86 48h6L82 66h32L104 48h6z" />
    <path d="M22 26a11 11 0 1 0 12 14 12 12 0 0 1-12-14z" />
  </>
)
