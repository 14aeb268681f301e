import * as m from '#messages'

/** The style of the row of days, which can be scrolled sideways. */
export const daySignRow =
  '-mx-4 flex items-center gap-2 overflow-x-auto px-4 pt-2 pb-3 [scrollbar-color:var(--edge)_transparent]'

/** Fades the end of a row that goes on. The padding is as wide, so the last sign is whole when it is reached. */
export const fadedEnd = 'max-sm:pr-12 max-sm:fading-end'

/** The style of a day's sign. Today is highlighted. */
export function daySignLook(isToday: boolean): string {
  return `touch shrink-0 rounded-md border bg-surface px-3 py-2 sm:px-2 transition-colors ${isToday ? 'border-accent text-accent' : 'border-edge text-action'}`
}

interface DaySignTextProps {
  day: number
  note: string | undefined
  /** Whether the sign is highlighted; the note then has its colour. */
  isLit: boolean
}

export function DaySignText({ day, note, isLit }: DaySignTextProps) {
  return (
    <>
      <span className="sign">{m.days_number({ number: day })}</span>
      {note && <span className={`block text-xs ${isLit ? '' : 'text-muted'}`}>{` ${note}`}</span>}
    </>
  )
}
