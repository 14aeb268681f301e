import type { Notice, NoticeThing } from './notice.ts'

/** Lost or changed commitments. */
const affected: ReadonlySet<NoticeThing> = new Set<NoticeThing>([
  'seat_lost',
  'riders_lost',
  'bed_lost',
  'car_changed',
  'duty_gone',
  'bring_gone',
])

/** Lower is told first. */
function rankOf({ kind, about }: Notice): number {
  if (affected.has(about.what)) return 0
  return kind === 'payment' ? 1 : 2
}

/**
 * The unread notice to show where there is room for one: lost or changed commitments first, then what is to be
 * confirmed, then the rest, newest first. Announcements are shown in full elsewhere.
 * @returns also how many others there are; undefined if there is nothing to name
 */
export function findLeadNotice(notices: readonly Notice[]): { notice: Notice; others: number } | undefined {
  const unread = notices.filter(({ kind, is_read }) => !is_read && kind !== 'announcement' && kind !== 'invited')
  const [notice] = unread.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || Date.parse(other.created_at) - Date.parse(one.created_at),
  )
  return notice && { notice, others: unread.length - 1 }
}
