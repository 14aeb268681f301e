import type * as z from 'zod/mini'
import type { nameCheck, PeopleResponse, Planner, partySharing } from '#domain/api/people.ts'
import { AppError } from '#domain/errors.ts'
import type { MembershipRole } from '#domain/trip.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { responses } from '#web/testing/open-trip.tsx'

/** The answers of a server about who has access to a trip. */
export interface AnsweredPeople {
  /** What the next answer says. */
  known: PeopleResponse
  /** The changes that were asked for, such as 'DELETE people/ID', each with its body. */
  sent: [string, unknown][]
  /** As `sent`, about one person, without their id. */
  sentAbout: (person: Planner) => [string, unknown][]
  /** Until it is back, requests fail as without a network. */
  setOnline: (isOnline: boolean) => void
  /** Fetches the people again, as after a change by somebody else. */
  refetch: () => Promise<unknown>
}

/** Answers the requests about the people of a trip. Each change shows in the next answer. */
export function answerPeople(tripId: string, first: PeopleResponse): AnsweredPeople {
  const known = structuredClone(first)
  const sent: [string, unknown][] = []
  let isDown = false
  const answer = (place: string, respond: (body: unknown, method: string) => unknown) =>
    responses.set(`/api/trips/${tripId}/${place}`, async (body, _query, method) => {
      if (isDown) throw new AppError('unreachable')
      if (method !== 'GET') sent.push([`${method} ${place}`, body])
      return respond(body, method) ?? null
    })
  const change = (id: string, more: (one: Planner) => Partial<Planner>) => {
    known.people = known.people.map((one) => (one.id === id ? { ...one, ...more(one) } : one))
  }
  answer('people', (body, method) => {
    if (method === 'GET') return structuredClone(known)
    Object.assign(known, body)
    return null
  })
  answer('people/merges', () => null)
  for (const { id } of known.people) {
    answer(`people/${id}`, (body, method) => {
      if (method === 'DELETE') known.people = known.people.filter((one) => one.id !== id)
      else change(id, () => ({ role: (body as { role: MembershipRole }).role }))
    })
    answer(`people/${id}/name`, (body) => {
      const { is_right } = body as z.infer<typeof nameCheck>
      const own = is_right ? {} : { person_id: id, party_id: id }
      change(id, () => ({ ...own, claim: undefined, is_unconfirmed: false }))
    })
    answer(`people/${id}/party`, (body) => {
      const { shares_party } = body as z.infer<typeof partySharing>
      change(id, () => ({ shares_party }))
    })
  }
  return {
    known,
    sent,
    sentAbout: ({ id }) =>
      sent.flatMap(([what, body]) => (what.includes(id) ? [[what.replace(`people/${id}`, 'people'), body]] : [])),
    setOnline(isOnline) {
      isDown = !isOnline
    },
    refetch: () => queryCache.refetch(['people', tripId]),
  }
}
