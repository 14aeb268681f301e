import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findLeadNotice } from './lead-notice.ts'
import { type Notice, type NoticeKind, type NoticeThing, noticeKinds, noticeThings } from './notice.ts'

let count = 0

function build(kind: NoticeKind, what: NoticeThing, minute: number, is_read = false): Notice {
  count++
  const id = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
  const created_at = `2027-06-12T10:${String(minute).padStart(2, '0')}:00.000Z`
  return { id, trip_id: id, trip_name: 'Lake', kind, about: { what, name: 'Ben' }, created_at, is_read }
}

const whatLeads = (...notices: Notice[]) => findLeadNotice(notices)?.notice.about.what

describe('findLeadNotice', () => {
  it('names what was lost before a payment, and a payment before all else, however old they are', () => {
    const [seat, payment, poll] = [
      build('promise', 'seat_lost', 1),
      build('payment', 'to_confirm', 2),
      build('asked', 'poll', 3),
    ]
    expect(findLeadNotice([poll, payment, seat])).toEqual({ notice: seat, others: 2 })
    expect(findLeadNotice([poll, payment])).toEqual({ notice: payment, others: 1 })
    expect(findLeadNotice([poll])).toEqual({ notice: poll, others: 0 })
  })

  it('names the newest of what is equally important: a seat that was given is no loss', () => {
    expect(whatLeads(build('promise', 'bed_lost', 1), build('promise', 'duty_gone', 2))).toBe('duty_gone')
    expect(whatLeads(build('promise', 'seat_given', 1), build('todo', 'todo_due', 2))).toBe('todo_due')
  })

  it('leaves out what was read, announcements and invitations', () => {
    const read = build('promise', 'seat_lost', 1, true)
    const [announcement, invited] = [build('announcement', 'announcement', 2), build('invited', 'trip', 3)]
    expect(findLeadNotice([read, announcement, invited])).toBeUndefined()
    const poll = build('asked', 'poll', 1)
    expect(findLeadNotice([read, announcement, poll, invited])).toEqual({ notice: poll, others: 0 })
  })

  it('names the same one in whatever order they are listed', () => {
    const notices = fc.uniqueArray(
      fc
        .tuple(
          fc.constantFrom(...noticeKinds),
          fc.constantFrom(...noticeThings),
          fc.integer({ min: 0, max: 59 }),
          fc.boolean(),
        )
        .map((made) => build(...made)),
      { selector: ({ created_at }) => created_at, maxLength: 8 },
    )
    fc.assert(
      fc.property(notices, (all) => {
        expect(findLeadNotice(all.toReversed())).toEqual(findLeadNotice(all))
      }),
    )
  })
})
