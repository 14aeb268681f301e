import { useState } from 'react'
import type { Reminders } from '#domain/calendar/reminders.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { logFailure } from '#web/data/log.ts'
import { needsMembersIn } from '#web/trip-core/derived/people.ts'
import { usePlanView } from '#web/trip-core/derived/use-derived.ts'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'

const needsMembers = needsMembersIn('rides', 'duties', 'todos')

const problems = {
  loading: m.calendar_file_loading,
  empty: () => m.calendar_file_empty({ of: 'whole' }),
  none: () => m.calendar_file_empty({ of: 'own' }),
}

/** Saves the trip's calendar as a file, and says why it could not. */
export function useSaving(trip: Trip) {
  const view = usePlanView(trip, needsMembers)
  const [problem, setProblem] = useState<string>()
  async function save(contents: { isOwn: boolean; reminders?: Reminders }) {
    try {
      const { saveCalendar } = await importWithRetry(() => import('./save-calendar.ts'))
      const found = saveCalendar(view, contents)
      setProblem(found && problems[found]())
    } catch (failure) {
      logFailure('The calendar could not be saved', failure)
      setProblem(m.calendar_file_failed())
    }
  }
  return { problem, save }
}
