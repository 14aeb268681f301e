/** A drawing for empty screens, for `LineDrawing`. */
export const plate = (
  <>
    <circle cx="60" cy="64" r="36" className="fill-surface" />
    <circle cx="60" cy="64" r="23" />
    <path d="M14 28v24a7 7 0 0 0 14 0V28m-7 0v78M106 106V28c-9 6-11 22-9 38h9" />
    <path d="M52 20c-4-5 4-7 0-12m10 12c-4-5 4-7 0-12m10 12c-4-5 4-7 0-12" className="stroke-accent" />
  </>
)
