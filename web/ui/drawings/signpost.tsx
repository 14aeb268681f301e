/** A drawing for empty screens, for `LineDrawing`. */
export const signpost = (
  <>
    <path d="M58 108V24m8 84V24M54 24h16l-8-8z" />
    <path d="M34 34h52l10 10-10 10H34zM88 62H40L30 72l10 10h48z" className="fill-surface" />
    <path d="M46 44h28M46 72h30" className="stroke-accent" />
    <path d="M8 108h104M20 108c4-9 9-9 12 0m62 0c3-12 9-12 12 0" />
  </>
)
