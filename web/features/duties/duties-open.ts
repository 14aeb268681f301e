import type { PeopleOnDuty } from '#domain/duties/people-on-duty.ts'
import { isAhead } from '#domain/today/ahead.ts'
import * as m from '#messages'
import { onDuties } from '#web/trip-core/derived/duties.ts'
import { isPromised, type OpenKind, type OpenPlan } from '#web/trip-core/open.ts'
import { placedTitle } from './duty-words.ts'

/** The duties that are not over. */
const listAhead = ({ view, phase }: OpenPlan): PeopleOnDuty[] =>
  onDuties(view).filter(({ duty }) => isAhead(duty.day, phase))

const listOpen = (plan: OpenPlan): PeopleOnDuty[] => listAhead(plan).filter(({ open }) => open > 0)

/** Which duties need people. */
export const openKind: OpenKind = {
  list: {
    title: m.open_duties,
    texts: (plan) =>
      listOpen(plan).map(({ duty, open }) => m.open_duty({ duty: placedTitle(duty, plan.dates), count: open })),
  },
  count: {
    of: (plan) => listOpen(plan).length,
    text: (count) => m.open_line_duties({ count }),
    done: (plan) => {
      const by = listAhead(plan).flatMap(({ on }) => on)
      return isPromised(plan, by, m.open_line_duties_done, m.open_line_duties_so_far)
    },
  },
}
