import { Hono } from 'hono'
import { canMailInvitations, canManagePeople, canMergePeople, canRemoveMember, canSeePeople } from '#domain/access.ts'
import { invitationMail } from '#domain/api/mail.ts'
import {
  type InvitationLink,
  membersEdit,
  nameCheck,
  newInvitation,
  newRole,
  type PeopleResponse,
  partySharing,
  peopleMerge,
} from '#domain/api/people.ts'
import { isDemoAccount } from '#domain/demo-account.ts'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import type { AppEnv } from '../http/context.ts'
import { parseBody, parseIdParam } from '../http/request-body.ts'
import { withClaimed } from '../people/claims.ts'
import {
  createInvitation,
  listInvitations,
  requireInvitationToken,
  requireOpenInvitation,
  revokeInvitation,
} from '../people/invitations.ts'
import { mergePeople } from '../people/merge-people.ts'
import {
  confirmPerson,
  ensureListed,
  listDeparted,
  listPlanners,
  rejectPerson,
  removeMember,
  setMembersEdit,
  setRole,
  setSharesParty,
} from '../people/people.ts'
import { loadParties } from '../plan/load-parties.ts'
import type { AppDeps } from './app-deps.ts'
import { requireTripFor } from './trip-of-request.ts'

export function peopleRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, events, attempts, sessions, mail, clock } = deps
  const routes = new Hono<AppEnv>()

  routes.get('/:tripId/people', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canSeePeople)
    if (await ensureListed(deps, trip, person)) events.publishTrip(trip.id, person)
    const [people, departed, invitations] = await Promise.all([
      listPlanners(db, trip).then((planners) => withClaimed(db, trip.id, planners, () => loadParties(deps.plan, trip))),
      listDeparted(db, trip.id),
      canManagePeople(trip) ? listInvitations(deps, trip.id, clock()) : [],
    ])
    c.header('Cache-Control', 'private, no-cache')
    return c.json<PeopleResponse>({ members_edit: trip.members_edit, people, departed, invitations })
  })

  routes.put('/:tripId/people', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canManagePeople)
    const { members_edit } = await parseBody(c, membersEdit)
    await setMembersEdit(db, trip.id, members_edit)
    events.publishTrip(trip.id, person)
    return c.body(null, 204)
  })

  routes.put('/:tripId/people/:personId', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canManagePeople)
    const { role } = await parseBody(c, newRole)
    await setRole(deps, trip, parseIdParam(c, 'personId'), role)
    events.publishTrip(trip.id, person)
    return c.body(null, 204)
  })

  routes.put('/:tripId/people/:personId/name', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canManagePeople)
    const { is_right, person_id, held_by, shares_with: sharesWith } = await parseBody(c, nameCheck)
    const check = { userId: parseIdParam(c, 'personId'), personId: person_id, heldBy: held_by }
    const ended = is_right ? await confirmPerson(deps, trip, { ...check, sharesWith }, person.id, clock()) : []
    if (!is_right) await rejectPerson(deps, trip, check, person.id, clock())
    events.publishTrip(trip.id, person)
    // After the change: a device that is notified requests the trip and learns that it is signed out.
    sessions.notifyEnded(ended)
    return c.body(null, 204)
  })

  routes.put('/:tripId/people/:personId/party', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canManagePeople)
    const { person_id: personId, party_id: partyId, shares_party } = await parseBody(c, partySharing)
    await setSharesParty(deps, trip, { userId: parseIdParam(c, 'personId'), personId, partyId }, shares_party)
    events.publishTrip(trip.id, person)
    return c.body(null, 204)
  })

  routes.post('/:tripId/people/merges', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canMergePeople)
    await mergePeople(deps, trip, await parseBody(c, peopleMerge), person.id, clock())
    events.publishTrip(trip.id, person)
    return c.body(null, 204)
  })

  routes.delete('/:tripId/people/:personId', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canSeePeople)
    const personId = parseIdParam(c, 'personId')
    if (!canRemoveMember(person, trip, personId)) throw new AppError('trip_not_found')
    await removeMember(deps, trip, personId, person.id)
    events.publishTrip(trip.id, person)
    return c.body(null, 204)
  })

  routes.post('/:tripId/invitations', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canManagePeople)
    return c.json(await createInvitation(deps, trip.id, await parseBody(c, newInvitation), person, clock()), 201)
  })

  routes.get('/:tripId/invitations/:invitationId/link', async (c) => {
    const { trip } = await requireTripFor(c, deps, canManagePeople)
    const token = await requireInvitationToken(deps, trip.id, parseIdParam(c, 'invitationId'), clock())
    return c.json<InvitationLink>({ token })
  })

  routes.post('/:tripId/invitations/:invitationId/mails', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canManagePeople)
    const id = parseIdParam(c, 'invitationId')
    const { token, email } = await parseBody(c, invitationMail)
    if (!mail) throw new AppError('mail_not_set_up')
    if (!canMailInvitations(person)) throw new AppError('account_needed', m.api_errors_mail_needs_account())
    if (isDemoAccount(person)) throw new AppError('demo_account_refused', m.api_errors_demo_sends_no_mail())
    const invitation = await requireOpenInvitation(db, token, clock())
    if (invitation.id !== id || invitation.trip_id !== trip.id) throw new AppError('invitation_not_found')
    await attempts.countInvitationMail(person.id, email)
    await mail.send({ kind: 'invitation', recipient: email, sent_by: person.id, invitation_id: id, token })
    return c.body(null, 204)
  })

  routes.delete('/:tripId/invitations/:invitationId', async (c) => {
    const { trip } = await requireTripFor(c, deps, canManagePeople)
    await revokeInvitation(db, trip.id, parseIdParam(c, 'invitationId'), clock())
    return c.body(null, 204)
  })

  return routes
}
