/** A drawing for empty screens, for `LineDrawing`. */
export const pass = (
  <>
    <path d="M12 40h96v16a9 9 0 0 0 0 18v16H12V74a9 9 0 0 0 0-18z" className="fill-surface" />
    <path d="M82 40v50" strokeDasharray="1 6" />
    <path d="M26 76c14-4 22-18 38-18" className="stroke-accent" strokeDasharray="1 6" />
    <path d="M26 54h18m48 4h6m-6 10h6m-6 10h6M58 26c10-8 24-8 34 0" />
  </>
)
