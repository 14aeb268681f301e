import type { SharedParties } from '#domain/access.ts'
import type { InvitationMail } from '#domain/api/mail.ts'
import {
  type Invitation,
  type InvitationLink,
  invitationLink,
  invitationMade,
  type NewInvitation,
  type PeopleAnswer,
  type Planner,
  peopleAnswer,
} from '#domain/api/people.ts'
import { AppError, transientErrors } from '#domain/errors.ts'
import type { MembershipRole, Trip } from '#domain/trip.ts'
import { request } from '../http/http.ts'
import { type Query, queryCache, useQuery } from '../http/query-cache.ts'
import { wordsOf } from '../http/words-of.ts'
import { useWish } from '../use-wish.ts'

/** An invitation together with the secret of its link. */
export interface KnownInvitation {
  invitation: Invitation
  token: string
}

const pathOf = (tripId: string, place: string) => `/api/trips/${tripId}/${place}`

/** Who plans a trip, and its invitations. */
export const people = (tripId: string): Query<PeopleAnswer> => ({
  key: ['people', tripId],
  queryFn: () => request(pathOf(tripId, 'people'), { schema: peopleAnswer }),
  staleTimeMs: 1000,
  shouldRefetch: ({ error }) => error !== undefined,
})

/** The link of an open invitation. It is in the page's memory only, and in no list. */
export const linkOf = (tripId: string, id: string): Query<InvitationLink> => ({
  key: ['invitation link', tripId, id],
  queryFn: () => request(pathOf(tripId, `invitations/${id}/link`), { schema: invitationLink }),
  shouldRefetch: ({ error }) => error !== undefined,
})

/** Asks once more who plans the trip. What fails is told where the people are shown. */
const askAgain = (tripId: string) => queryCache.fetchFresh(people(tripId)).catch(() => {})

/** Who plans a trip, and by which invitations others come; asked for until it is known. */
export function usePeople(tripId: string) {
  const { data, error, isFetching, retry } = useQuery(people(tripId))
  const failure = data ? undefined : wordsOf(error, 'Who plans this trip could not be loaded. Please try again.')
  return { current: data, error: failure, isBusy: isFetching, retry }
}

/** Which people of the list have joined, and with whom they share what is private; empty until it is known. */
export function useSharedParties(trip: Pick<Trip, 'id'>): SharedParties {
  const { current } = usePeople(trip.id)
  const confirmed = (current?.people ?? []).filter((planner) => !planner.is_unconfirmed)
  return new Map(confirmed.map(({ person_id, party_id, shares_party }) => [person_id, shares_party ? party_id : null]))
}

/** What an organizer changes; `isBusy` until it is done, and what it has led to is known. */
export function usePeopleChanges(tripId: string) {
  type Change = { method: 'PUT' | 'DELETE'; place: string; body?: object }
  const wish = useWish(
    async (changes: readonly Change[]) => {
      try {
        for (const { place, ...change } of changes) await request(pathOf(tripId, place), change)
      } finally {
        await askAgain(tripId)
      }
    },
    () => {},
  )
  const toCheck = ({ id, person_id, party_id, claim }: Planner, is_right: boolean, sharesParty = false): Change => ({
    method: 'PUT',
    place: `people/${id}/name`,
    body: {
      is_right,
      person_id,
      ...(claim && { held_by: claim.held_by }),
      ...(sharesParty && { shares_with: party_id }),
    },
  })
  return {
    error: wordsOf(wish.error, 'This could not be changed. Please try again.'),
    isBusy: wish.isPending,
    setMembersEdit: (members_edit: boolean) => wish.send([{ method: 'PUT', place: 'people', body: { members_edit } }]),
    setRole: (personId: string, role: MembershipRole) =>
      wish.send([{ method: 'PUT', place: `people/${personId}`, body: { role } }]),
    setSharesParty: ({ id, person_id, party_id }: Planner, shares_party: boolean) =>
      wish.send([{ method: 'PUT', place: `people/${id}/party`, body: { person_id, party_id, shares_party } }]),
    checkName: (person: Planner, is_right: boolean, sharesParty?: boolean) =>
      wish.send([toCheck(person, is_right, sharesParty)]),
    confirmNames: (people: readonly Planner[]) => wish.send(people.map((person) => toCheck(person, true))),
    withdraw: ({ id }: Invitation) => wish.send([{ method: 'DELETE', place: `invitations/${id}` }]),
  }
}

/** The link of an invitation, fetched when it is shown. One that is known can be shown offline, too. */
export function useInvitationLink(tripId: string, id: string) {
  const { data, error, isFetching, retry } = useQuery(linkOf(tripId, id))
  const isKnown = data !== undefined && !(error instanceof AppError && !(error.code in transientErrors))
  const failure = isKnown ? undefined : wordsOf(error, 'The link could not be loaded. Please try again.')
  return { token: isKnown ? data.token : undefined, error: failure, isBusy: isFetching, retry }
}

/** Whose access is removed, and what follows once the server has removed it: also where the page shows something else by then. */
interface AccessRemoval {
  userId: string
  onRemoved: () => void
}

/** Removes somebody's access to a trip. It needs a connection; sent again it changes nothing. */
export function useRemovingAccess(tripId: string) {
  const wish = useWish(
    async ({ userId, onRemoved }: AccessRemoval) => {
      try {
        await request(pathOf(tripId, `people/${userId}`), { method: 'DELETE' })
        onRemoved()
      } finally {
        void askAgain(tripId)
      }
    },
    () => {},
  )
  return { ...wish, error: wordsOf(wish.error, 'This could not be changed. Please try again.') }
}

/** Makes an invitation. `onMade` gets it, with the secret of its link. */
export function useInviting(tripId: string, onMade: (made: KnownInvitation) => void) {
  const wish = useWish(async (asked: NewInvitation) => {
    const made = await invite(tripId, asked)
    await askAgain(tripId)
    return made
  }, onMade)
  return { ...wish, error: wordsOf(wish.error, 'The invitation could not be made. Please try again.') }
}

/** Sends an invitation's link to an address. `onSent` gets it, once the mail waits to be sent. */
export function useMailing(tripId: string, { invitation, token }: KnownInvitation, onSent: (email: string) => void) {
  return useWish(async (email: string) => {
    const body: InvitationMail = { token, email }
    await request(pathOf(tripId, `invitations/${invitation.id}/mails`), { method: 'POST', body })
    return email
  }, onSent)
}

/** Makes an invitation in place of another, which is withdrawn. */
export function useReplacing(tripId: string, onMade: (made: KnownInvitation) => void) {
  const wish = useWish(async ({ id, max_uses, uses }: Invitation) => {
    const made = await invite(tripId, { max_uses: max_uses && Math.max(1, max_uses - uses) })
    try {
      await request(pathOf(tripId, `invitations/${id}`), { method: 'DELETE' })
    } finally {
      await askAgain(tripId)
    }
    return made
  }, onMade)
  return { ...wish, error: wordsOf(wish.error, 'We couldn’t replace the link. Please try again.') }
}

export async function invite(tripId: string, asked: NewInvitation): Promise<KnownInvitation> {
  const made = await request(pathOf(tripId, 'invitations'), { method: 'POST', body: asked, schema: invitationMade })
  queryCache.set(linkOf(tripId, made.invitation.id).key, { token: made.token })
  return made
}
