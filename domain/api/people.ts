import * as z from 'zod/mini'
import * as m from '#messages'
import { id } from '../id.ts'
import { optionalLocalDate } from '../local-date.ts'
import { user } from '../person.ts'
import { nameText, textLength } from '../text.ts'
import { identity, membershipRole, role, tripType } from '../trip.ts'

/*
 * Who plans a trip, and how people join it.
 * `GET  /api/trips/:tripId/people`                      who plans it, and its invitations for people who may see them
 * `PUT  /api/trips/:tripId/people`                      `membersEdit`
 * `PUT  /api/trips/:tripId/people/:personId`            `newRole`
 * `PUT  /api/trips/:tripId/people/:personId/name`       `nameCheck`: whether they are who they claim to be
 * `PUT  /api/trips/:tripId/people/:personId/party`      `partySharing`
 * `POST /api/trips/:tripId/people/merges`               `peopleMerge`: two people of the list are the same person
 * `DELETE /api/trips/:tripId/people/:personId`          removes a member; for oneself: leaves the trip
 * `POST /api/trips/:tripId/invitations`                 `newInvitation`, answered by `invitationMade`
 * `DELETE /api/trips/:tripId/invitations/:invitationId` revokes it
 * `GET  /api/trips/:tripId/invitations/:invitationId/link` shows its link again: `invitationLink`
 * `POST /api/join/look`                                 `invitationToken`, answered by `invitedTo`
 * `POST /api/join`                                      `joining`, answered by `joinResponse`
 * Tokens are sent in request bodies, never in URLs, which may be logged.
 */

const timestamp = z.iso.datetime()

export const planner = z.object({
  id,
  username: z.string(),
  full_name: z.string(),
  role,
  is_guest: z.boolean(),
  /** Whether the trip can be transferred to them. */
  can_own: z.boolean(),
  since: timestamp,
  /** The invitation they joined with; null for the owner. */
  invitation_id: z.nullable(id),
  ...identity.shape,
  /** Whether an organizer still has to confirm that they are who they claim to be. */
  is_unconfirmed: z.boolean(),
  /** Whether they and the others of their party see each other's private records. */
  shares_party: z._default(z.boolean(), false),
  /** Until it is confirmed: the name of the person they claim to be, and the user who has joined as that person. */
  claim: z.optional(z.object({ name: z.string(), held_by: z.nullable(id) })),
  /** When one of their devices last had the latest plan; null for the owner, and before the first time. */
  opened_at: z.nullable(timestamp),
})
export type Planner = z.infer<typeof planner>

/** Contains no link, since this is cached: the link has a request of its own. */
export const invitation = z.object({
  id,
  created_by: z.nullable(z.string()),
  created_at: timestamp,
  expires_at: timestamp,
  /** How many people may join with it; null for any number. */
  max_uses: z.nullable(z.int()),
  uses: z.int(),
  state: z.enum(['open', 'revoked', 'expired', 'used_up']),
  /** Whether its link can be shown. Older servers don't send this, and show none. */
  has_link: z.optional(z.boolean()),
})
export type Invitation = z.infer<typeof invitation>

export const peopleResponse = z.object({
  members_edit: z.boolean(),
  /** The owner first, then by role and name. */
  people: z.array(planner),
  /** The ids of the list under which somebody was in the trip and is not any more. Older servers don't send them. */
  departed: z._default(z.array(id), []),
  /** Newest first; empty for people who may not invite. */
  invitations: z.array(invitation),
})
export type PeopleResponse = z.infer<typeof peopleResponse>

export const membersEdit = z.strictObject({ members_edit: z.boolean() })
export const newRole = z.strictObject({ role: membershipRole })
/**
 * `person_id`: the person on the list that this is about, since the user may have claimed another meanwhile. `held_by`:
 * the user who loses that place, as the organizer sees it (null: nobody). Older apps don't send it. `shares_with`: the
 * party that the user shares private records with from now on, as the organizer sees it.
 */
export const nameCheck = z.strictObject({
  is_right: z.boolean(),
  person_id: id,
  held_by: z.optional(z.nullable(id)),
  shares_with: z.optional(id),
})
/** Whether a user and the others of a party see each other's private records. `person_id`: as in `nameCheck`. */
export const partySharing = z.strictObject({ person_id: id, party_id: id, shares_party: z.boolean() })

/** Two people of the list who are the same person: the id of the entry that stays, and of the other. */
export const peopleMerge = z.strictObject({ stays: id, merged: id })
export type PeopleMerge = z.infer<typeof peopleMerge>

export const INVITATION_DAYS = 30
export const MAX_INVITATION_DAYS = 365
export const MAX_INVITATION_USES = 1000

export const newInvitation = z.strictObject({
  days: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_INVITATION_DAYS))),
  max_uses: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_INVITATION_USES)))),
})
export type NewInvitation = z.infer<typeof newInvitation>

export const invitationMade = z.object({ invitation, token: z.string() })

export const invitationLink = z.object({ token: z.string() })
export type InvitationLink = z.infer<typeof invitationLink>

const token = z.string().check(textLength(1, 100))
/** `device`: see `joining`. A user who joined on this device gets in again, even if the invitation has ended. */
export const invitationToken = z.strictObject({ token, device: z.optional(id) })

/** The trip of an invitation. `trip_id` is set only if the user is in it already; then there are no `names`. */
export const invitedTo = z.object({
  trip: z.object({
    name: z.string(),
    type: tripType,
    destination_name: z.string(),
    departure_date: optionalLocalDate,
    return_date: optionalLocalDate,
  }),
  invited_by: z.nullable(z.string()),
  trip_id: z.nullable(id),
  /**
   * The names on the list that are still free. Children whose party has a named adult who may come are listed with
   * those of its adults who are still free, not on their own.
   */
  names: z.array(z.object({ id, name: z.string(), party: z.string(), children: z.array(z.string()) })),
})
export type InvitedTo = z.infer<typeof invitedTo>

export const MAX_GUEST_NAME = 50
export const MAX_OFFERED_NAMES = 200

/**
 * A signed-in user joins as themselves, anybody else as a guest with this name. `device` is made once per device and
 * known to nobody else: with it, a retry after a lost answer makes no second guest.
 */
export const joining = z.strictObject({
  token,
  device: id,
  name: z.optional(nameText(MAX_GUEST_NAME, () => m.api_errors_field_name_name())),
  /** The person on the list they claim to be. */
  person_id: z.optional(id),
  /** Whether `person_id` may be a person that a guest has already joined as. An organizer then decides. */
  is_claim: z.optional(z.boolean()),
  /**
   * `false`: ask first if their name is on the list. `true` answers that. Older apps send neither, and are not asked.
   */
  is_someone_else: z.optional(z.boolean()),
})
export type Joining = z.input<typeof joining>

/** Users without a session get one, as at sign-in. */
export const joined = z.object({ trip_id: id, user, expires_in: z.number() })

/** A person on the list with the same name as a user who joins. */
export const namesake = z.object({
  id,
  name: z.string(),
  party: z.string(),
  /** How somebody has already joined as this person; null if nobody has. */
  joined_as: z.nullable(z.enum(['guest', 'account'])),
})
export type Namesake = z.infer<typeof namesake>

/** The user has not joined yet, but is asked whether they are one of these. */
export const nameOnList = z.object({ name_on_list: z.array(namesake) })
export type NameOnList = z.infer<typeof nameOnList>

export const joinResponse = z.union([joined, nameOnList])
export type JoinResponse = z.infer<typeof joinResponse>

export function joinLink(origin: string, joinToken: string): string {
  return `${origin}/join/${encodeURIComponent(joinToken)}`
}
