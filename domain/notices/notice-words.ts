import * as m from '#messages'
import { listText } from '../list-text.ts'
import { formatLocalDate, type LocalDate } from '../local-date.ts'
import type { Notice, NoticeKind } from './notice.ts'

/** What a notice says: 'You’ve lost your seat in Ben’s car.' */
export function noticeText({ kind, about }: Pick<Notice, 'kind' | 'about'>): string {
  const { what, name, names, count = 0, date, detail = '' } = about
  const text = m.notices_text({
    what,
    reminder: kind === 'reminder' ? 'yes' : 'no',
    name: name || m.notices_untitled(),
    named: name ? 'yes' : 'no',
    count,
    date:
      date === undefined
        ? ''
        : formatLocalDate(date as LocalDate, 'en-US', { weekday: 'long', day: 'numeric', month: 'long' }),
    detail,
  })
  return names && names.length > 0 ? m.notices_text_for({ names: listText(names), text }) : text
}

/** What the notices of a kind are about, for choosing them. */
export const noticeKindName = (kind: NoticeKind): string => m.notices_kind({ kind })

/** Where somebody sees what a notice is about, below the origin: '/trip/…/before'. */
export function noticePath({ trip_id, about }: Pick<Notice, 'trip_id' | 'about'>): string {
  const trip = `/trip/${trip_id}`
  switch (about.what) {
    case 'poll':
    case 'todo_due':
    case 'fee':
    case 'announcement':
      return `${trip}/before`
    case 'coming':
      return `${trip}/group?tab=people`
    case 'seat_lost':
    case 'seat_given':
    case 'car_changed':
    case 'riders_lost':
      return `${trip}/group?tab=rides`
    case 'bed_lost':
      return `${trip}/group?tab=rides&view=beds`
    case 'duty_given':
    case 'duty_gone':
      return `${trip}/group?tab=rides&view=duties`
    case 'bring_gone':
      return `${trip}/group?tab=gear`
    case 'to_confirm':
    case 'not_received':
      return `${trip}/group?tab=costs`
    case 'days':
      return `${trip}/days`
    default:
      return trip
  }
}
