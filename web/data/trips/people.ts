import type { SharedParties } from '#domain/access.ts'
import type { InvitationMail } from '#domain/api/mail.ts'
import {
  type Invitation,
  type InvitationLink,
  invitationLink,
  invitationMade,
  type NewInvitation,
  type PeopleMerge,
  type PeopleResponse,
  type Planner,
} from '#domain/api/people.ts'
import type { MembershipRole, Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { errorText } from '../http/error-text.ts'
import { isRefused } from '../http/failures.ts'
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'
import { useAsyncAction } from '../react/use-async-action.ts'
import { useQuery } from '../react/use-query.ts'
import { queryCache } from '../root/query-cache.ts'
import { people, toSharedParties } from './planners.ts'

export interface KnownInvitation {
  invitation: Invitation
  token: string
}

const pathOf = (tripId: string, place: string) => `/api/trips/${tripId}/${place}`

/** The link of an open invitation. It is cached only, never persisted, and not part of the list. */
export const linkOf = (tripId: string, id: string): Query<InvitationLink> => ({
  key: ['invitation link', tripId, id],
  queryFn: () => request(pathOf(tripId, `invitations/${id}/link`), { schema: invitationLink }),
  shouldRefetch: ({ error }) => error !== undefined,
})

/** Never rejects: `usePeople` reports a failure. */
const refetchPeople = (tripId: string) => queryCache.fetchFresh(people(tripId)).catch(() => {})

/** Fetches the members and invitations. Retries until the server answers. */
export function usePeople(tripId: string) {
  const { data, error, isFetching, retry } = useQuery(people(tripId))
  const failure = data ? undefined : errorText(error, m.group_people_failed())
  return { current: data, error: failure, isBusy: isFetching, retry }
}

/** Maps people who have joined to the party that they share private records with, or null; empty until loaded. */
export function useSharedParties(trip: Pick<Trip, 'id'>): SharedParties {
  const { current } = usePeople(trip.id)
  return toSharedParties(current?.people ?? [])
}

/** The changes that an organizer can make; `isBusy` until the list is fetched again. */
export function usePeopleChanges(tripId: string) {
  type Change = { method: 'PUT' | 'DELETE'; place: string; body?: object }
  const wish = useAsyncAction(
    async (changes: readonly Change[]) => {
      try {
        for (const { place, ...change } of changes) await request(pathOf(tripId, place), change)
      } finally {
        await refetchPeople(tripId)
      }
    },
    () => {},
  )
  const toCheck = ({ id, person_id, claim }: Planner, is_right: boolean): Change => ({
    method: 'PUT',
    place: `people/${id}/name`,
    body: {
      is_right,
      person_id,
      ...(claim && { held_by: claim.held_by }),
    },
  })
  return {
    error: errorText(wish.error, m.group_change_failed()),
    isBusy: wish.isPending,
    setMembersEdit: (members_edit: boolean) => wish.send([{ method: 'PUT', place: 'people', body: { members_edit } }]),
    setRole: (personId: string, role: MembershipRole) =>
      wish.send([{ method: 'PUT', place: `people/${personId}`, body: { role } }]),
    setSharesParty: ({ id, person_id, party_id }: Planner, shares_party: boolean) =>
      wish.send([{ method: 'PUT', place: `people/${id}/party`, body: { person_id, party_id, shares_party } }]),
    checkName: (person: Planner, is_right: boolean) => wish.send([toCheck(person, is_right)]),
    confirmNames: (people: readonly Planner[]) => wish.send(people.map((person) => toCheck(person, true))),
    withdraw: ({ id }: Invitation) => wish.send([{ method: 'DELETE', place: `invitations/${id}` }]),
  }
}

/** Fetches an invitation's link. A cached link can be shown offline. */
export function useInvitationLink(tripId: string, id: string) {
  const { data, error, isFetching, retry } = useQuery(linkOf(tripId, id))
  const isKnown = data !== undefined && !isRefused(error)
  const failure = isKnown ? undefined : errorText(error, m.group_invitation_link_failed())
  return { token: isKnown ? data.token : undefined, error: failure, isBusy: isFetching, retry }
}

interface AccessRemoval {
  userId: string
  /** Called even if the component has unmounted meanwhile. */
  onRemoved: () => void
}

/** Removes a user from the cached list, so that they don't reappear until it is fetched again. */
function dropPlanner(tripId: string, userId: string): void {
  const { key } = people(tripId)
  const known = queryCache.get<PeopleResponse>(key)
  if (known) queryCache.set(key, { ...known, people: known.people.filter(({ id }) => id !== userId) }, false)
}

/** Removes somebody's access to a trip. Works only online; a retry is idempotent. */
export function useRemovingAccess(tripId: string) {
  const wish = useAsyncAction(
    async ({ userId, onRemoved }: AccessRemoval) => {
      try {
        await request(pathOf(tripId, `people/${userId}`), { method: 'DELETE' })
        dropPlanner(tripId, userId)
        onRemoved()
      } finally {
        void refetchPeople(tripId)
      }
    },
    () => {},
  )
  return { ...wish, error: errorText(wish.error, m.group_change_failed()) }
}

/** Merges two people of the list. Works only online; a retry changes nothing. */
export function useMergingPeople(tripId: string, onMerged: () => void) {
  const wish = useAsyncAction(async (body: PeopleMerge) => {
    try {
      await request(pathOf(tripId, 'people/merges'), { method: 'POST', body })
    } finally {
      await refetchPeople(tripId)
    }
  }, onMerged)
  return { ...wish, error: errorText(wish.error, m.group_change_failed()) }
}

export function useInviting(tripId: string, onMade: (made: KnownInvitation) => void) {
  const wish = useAsyncAction(async (options: NewInvitation) => {
    const made = await invite(tripId, options)
    await refetchPeople(tripId)
    return made
  }, onMade)
  return { ...wish, error: errorText(wish.error, m.group_invitation_failed()) }
}

/** Mails an invitation's link to an address. Calls `onSent` once the mail is in the outbox. */
export function useMailing(tripId: string, { invitation, token }: KnownInvitation, onSent: (email: string) => void) {
  return useAsyncAction(async (email: string) => {
    const body: InvitationMail = { token, email }
    await request(pathOf(tripId, `invitations/${invitation.id}/mails`), { method: 'POST', body })
    return email
  }, onSent)
}

/** Creates an invitation with the remaining uses of another, and withdraws that one. */
export function useReplacing(tripId: string, onMade: (made: KnownInvitation) => void) {
  const wish = useAsyncAction(async ({ id, max_uses, uses }: Invitation) => {
    const made = await invite(tripId, { max_uses: max_uses && Math.max(1, max_uses - uses) })
    try {
      await request(pathOf(tripId, `invitations/${id}`), { method: 'DELETE' })
    } finally {
      await refetchPeople(tripId)
    }
    return made
  }, onMade)
  return { ...wish, error: errorText(wish.error, m.group_invitation_replace_failed()) }
}

export async function invite(tripId: string, options: NewInvitation): Promise<KnownInvitation> {
  const made = await request(pathOf(tripId, 'invitations'), { method: 'POST', body: options, schema: invitationMade })
  queryCache.set(linkOf(tripId, made.invitation.id).key, { token: made.token })
  return made
}
