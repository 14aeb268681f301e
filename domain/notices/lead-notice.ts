import type { Notice, NoticeThing } from './notice.ts'

/** What somebody relied on or had promised, and that is not so any more. */
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
 * The notice to name where there is room for one, of those that nobody has read: what has changed for the person before
 * what they are to confirm, then all else, the newest first. Announcements are shown in full elsewhere.
 * @returns also how many others there are; undefined if there is nothing to name
 */
export function findLeadNotice(notices: readonly Notice[]): { notice: Notice; others: number } | undefined {
  const unread = notices.filter(({ kind, is_read }) => !is_read && kind !== 'announcement' && kind !== 'invited')
  const [notice] = unread.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || Date.parse(other.created_at) - Date.parse(one.created_at),
  )
  return notice && { notice, others: unread.length - 1 }
}
