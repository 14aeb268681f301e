import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import type { Line, TodayLine } from './today.ts'

/** Two lines may say the same, such as two payments of one amount. */
export const keyOf = ({ text }: TodayLine, index: number) => `${index} ${text}`

const row = 'touch -mx-2 flex items-center gap-3 rounded-md px-2 py-1.5 hover:bg-action-soft'

/** An activity or a meal with its time. What goes on now is the message of the card. */
export function TimedRow({ line, isLarge }: { line: Line; isLarge: boolean }) {
  return (
    <li className="max-w-none">
      <Link href={line.href} className={row}>
        <Words line={line} className={isLarge ? 'text-lg leading-snug font-semibold' : 'leading-snug font-semibold'} />
      </Link>
    </li>
  )
}

export function OwnRow({ line }: { line: Line }) {
  const Icon = line.icon
  return (
    <li className="max-w-none">
      <Link href={line.href} className={row}>
        <Icon aria-hidden="true" className={`size-5.5 shrink-0 ${line.isOpen ? 'text-accent' : 'text-action'}`} />
        <Words line={line} className="leading-snug" />
      </Link>
    </li>
  )
}

function Words({ line: { text, time, note, isOpen }, className }: { line: Line; className: string }) {
  return (
    <>
      <span className="min-w-0 grow wrap-anywhere">
        <span className={`line-clamp-4 ${className}`}>{text}</span>
        {(time || note) && (
          <span className={`text-sm text-muted ${isOpen ? 'line-clamp-1' : 'line-clamp-2'}`}>
            {time && <span className="sign text-action">{time}</span>}
            {time && note && ' · '}
            {note}
          </span>
        )}
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
    </>
  )
}
