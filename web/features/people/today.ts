import { CircleCheck } from 'lucide-react'
import { asksWhoComes } from '#domain/asks-who-comes.ts'
import { listText } from '#domain/list-text.ts'
import { listPersons } from '#domain/plan/people.ts'
import { findUnconfirmed, TO_CONFIRM } from '#domain/stay.ts'
import * as m from '#messages'
import { soleDoer } from '#web/trip-core/derived/people.ts'
import type { TodayLine, TodaySource } from '#web/trip-core/today.ts'

/** What still waits for the person's answer, and for answers that they can give for their party. */
export const todaySource: TodaySource = {
  icon: CircleCheck,
  list({ trip, view, phase, people, me, party, dates, nameOf }) {
    if (phase.is === 'after') return []
    const href = `/trip/${trip.id}/group?tab=people`
    const open = (text: string, note?: string): TodayLine => ({
      part: 'own',
      text,
      href,
      isOpen: true,
      first: 'answer',
      ...(note && { note }),
    })
    const own = listPersons(people).filter(({ id }) => party.has(id))
    const others = own.filter(({ id, coming }) => id !== me && coming === 'open')
    const unconfirmed = own.filter((person) => findUnconfirmed(person, dates.departure_date))
    const needed = unconfirmed.filter(({ coming, answered_for }) => coming === 'unsure' && answered_for === TO_CONFIRM)
    const isAsked = asksWhoComes(trip, {
      isAlone: soleDoer(view) !== undefined,
      expected: view.values.details?.expected,
    })
    return [
      ...(isAsked && own.some(({ id, coming }) => id === me && coming === 'open') ? [open(m.today_answer_own())] : []),
      ...(others.length > 0
        ? [open(m.today_answer_party({ people: listText(others.map(({ id }) => nameOf(id))) }))]
        : []),
      ...(needed.length > 0 ? [open(m.today_answer_need(), m.today_answer_need_hint())] : []),
      ...(unconfirmed.length > needed.length ? [open(m.today_answer_confirm(), m.today_answer_confirm_hint())] : []),
    ]
  },
}
