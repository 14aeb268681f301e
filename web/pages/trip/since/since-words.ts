import type { PersonHere } from '#domain/api/events.ts'
import { theApp } from '#domain/api/history.ts'
import type { SinceResponse } from '#domain/api/since.ts'
import { describeChanges } from '#domain/history/index.ts'
import type { SectionName } from '#domain/plan/index.ts'
import * as m from '#messages'

export interface AuthorChanges {
  by: PersonHere
  at: string
  sentences: string[]
}

export interface SinceSummary {
  people: PersonHere[]
  count: number
  /** Newest first, as are the changes in each. */
  sections: { section: SectionName; done: AuthorChanges[] }[]
  /** How many further changes are only counted. */
  more: number
}

/** What others have changed, in words; undefined if nothing has. */
export function describeSince({ entries, more }: SinceResponse): SinceSummary | undefined {
  const people = new Map<string, AuthorChanges['by']>()
  const sections = new Map<SectionName, AuthorChanges[]>()
  let count = more
  for (const { section, by, at, changes } of entries) {
    const sentences = describeChanges(section, changes)
    const who = by ?? theApp
    people.set(who.id, who)
    sections.set(section, [...(sections.get(section) ?? []), { by: who, at, sentences }])
    count += sentences.length
  }
  if (count === 0) return undefined
  return {
    people: [...people.values()],
    count,
    sections: [...sections].map(([section, done]) => ({ section, done })),
    more,
  }
}

/** For example 'Ana and 2 others made 14 changes since Tuesday'. */
export function sentenceOf(
  { people, count }: Pick<SinceSummary, 'people' | 'count'>,
  since: number,
  now = Date.now(),
): string {
  const when = dayOf(since, now)
  const [first, second] = people.map(({ name }) => name)
  if (!first) return m.history_since_nobody({ count, when })
  if (!second) return m.history_since_one({ count, when, name: first })
  if (people.length === 2) return m.history_since_two({ count, when, name: first, other: second })
  return m.history_since_many({ count, when, name: first, others: people.length - 1 })
}

/** A time as people say it: the time for today, 'yesterday', the day of the week, or the date. */
export function dayOf(at: number, now: number): string {
  const [day, today] = [new Date(at), new Date(now)]
  const daysAgo = Math.round((startOf(today) - startOf(day)) / 86_400_000)
  const format = (options: Intl.DateTimeFormatOptions) => day.toLocaleString('en-US', options)
  if (daysAgo <= 0) return format({ timeStyle: 'short' })
  if (daysAgo === 1) return m.history_since_yesterday()
  if (daysAgo < 7) return format({ weekday: 'long' })
  const isThisYear = day.getFullYear() === today.getFullYear()
  return format({ month: 'long', day: 'numeric', ...(isThisYear ? {} : { year: 'numeric' }) })
}

const startOf = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime()
