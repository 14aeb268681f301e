/** The row of days, as signs along a trail. It can be swiped. */
export const daySignRow =
  '-mx-4 flex items-center gap-2 overflow-x-auto px-4 pt-2 pb-3 [scrollbar-color:var(--edge)_transparent]'

/** How the sign of a day looks. Today is lit. */
export function daySignLook(isToday: boolean): string {
  return `touch shrink-0 rounded-md border bg-surface px-4 py-2 transition-colors ${isToday ? 'border-accent text-accent' : 'border-edge text-action'}`
}

interface DaySignTextProps {
  day: number
  /** What the trip's dates say of it. */
  note: string | undefined
  /** The sign has a colour of its own, which the note wears too. */
  isLit: boolean
}

/** What stands on the sign of a day. */
export function DaySignText({ day, note, isLit }: DaySignTextProps) {
  return (
    <>
      <span className="sign">Day {day}</span>
      {note && <span className={`block text-xs ${isLit ? '' : 'text-muted'}`}>{` ${note}`}</span>}
    </>
  )
}
