import * as z from 'zod/mini'
import { id } from '../id.ts'
import { optionalLocalDate } from '../local-date.ts'
import { user } from '../person.ts'
import { nameText, textLength } from '../text.ts'
import { membershipRole, placeInPlan, role, tripType } from '../trip.ts'

/*
 * Who plans a trip, and how they come into it.
 * `GET  /api/trips/:tripId/people`                      who plans it, and its invitations for those who may see them
 * `PUT  /api/trips/:tripId/people`                      `membersEdit`
 * `PUT  /api/trips/:tripId/people/:personId`            `newRole`
 * `PUT  /api/trips/:tripId/people/:personId/name`       `nameCheck`: whether they are whom they have said to be
 * `PUT  /api/trips/:tripId/people/:personId/party`      `partySharing`
 * `DELETE /api/trips/:tripId/people/:personId`          removes somebody's access; oneself: leaves
 * `POST /api/trips/:tripId/invitations`                 `newInvitation`, answered by `invitationMade`
 * `DELETE /api/trips/:tripId/invitations/:invitationId` withdraws it
 * `GET  /api/trips/:tripId/invitations/:invitationId/link` its link once more: `invitationLink`
 * `POST /api/join/look`                                 `invitationToken`, answered by `invitedTo`
 * `POST /api/join`                                      `joining`, answered by `joinAnswer`
 * A token is sent in a body, never in an address that a log may keep.
 */

const timestamp = z.iso.datetime()

/** Somebody who plans the trip. */
export const planner = z.object({
  id,
  username: z.string(),
  full_name: z.string(),
  role,
  /** Whether they came without an account. */
  is_guest: z.boolean(),
  /** Whether the trip can be handed over to them. */
  can_own: z.boolean(),
  /** Since when they are in the trip. */
  since: timestamp,
  /** By which invitation they came; null for the owner. */
  invitation_id: z.nullable(id),
  /** Whom of the people in the plan they are. */
  ...placeInPlan.shape,
  /** Whether an organizer has still to say that they are whom they said to be. */
  is_unconfirmed: z.boolean(),
  /** Whether they and the others of their party see what is private of each other. */
  shares_party: z._default(z.boolean(), false),
  /** Until it is confirmed: the name on the list of the person they claim to be, and who has joined as that person already. */
  claim: z.optional(z.object({ name: z.string(), held_by: z.nullable(id) })),
  /** When a device of theirs last had the plan as it was then; null for the owner, and before the first time. */
  opened_at: z.nullable(timestamp),
})
export type Planner = z.infer<typeof planner>

/** Its link is asked for apart from it, since this is cached. */
export const invitation = z.object({
  id,
  created_by: z.nullable(z.string()),
  created_at: timestamp,
  expires_at: timestamp,
  /** How many may join by it; null for as many as like. */
  max_uses: z.nullable(z.int()),
  uses: z.int(),
  state: z.enum(['open', 'revoked', 'expired', 'used_up']),
  /** Whether its link can be shown; a server without this answer shows none. */
  has_link: z.optional(z.boolean()),
})
export type Invitation = z.infer<typeof invitation>

export const peopleAnswer = z.object({
  members_edit: z.boolean(),
  /** The owner first, then by role and name. */
  people: z.array(planner),
  /** The newest first; none for those who do not invite. */
  invitations: z.array(invitation),
})
export type PeopleAnswer = z.infer<typeof peopleAnswer>

export const membersEdit = z.strictObject({ members_edit: z.boolean() })
export const newRole = z.strictObject({ role: membershipRole })
/**
 * `person_id`: whom of the list this is about; they may have taken another name meanwhile. `held_by`: who loses that place, as the
 * organizer sees it (null: no one). Older apps don't send it. `shares_with`: the party that they share what is private with from now on,
 * as the organizer sees it.
 */
export const nameCheck = z.strictObject({
  is_right: z.boolean(),
  person_id: id,
  held_by: z.optional(z.nullable(id)),
  shares_with: z.optional(id),
})
/** Whether somebody and the others of a party see what is private of each other. `person_id`: as in `nameCheck`. */
export const partySharing = z.strictObject({ person_id: id, party_id: id, shares_party: z.boolean() })

export const INVITATION_DAYS = 30
export const MAX_INVITATION_DAYS = 365
export const MAX_INVITATION_USES = 1000

export const newInvitation = z.strictObject({
  days: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_INVITATION_DAYS))),
  max_uses: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_INVITATION_USES)))),
})
export type NewInvitation = z.infer<typeof newInvitation>

export const invitationMade = z.object({ invitation, token: z.string() })

/** The link of an open invitation. */
export const invitationLink = z.object({ token: z.string() })
export type InvitationLink = z.infer<typeof invitationLink>

const token = z.string().check(textLength(1, 100))
/** `device`: see `joining`. Who has joined by it on this device is let in again, whatever has become of the invitation. */
export const invitationToken = z.strictObject({ token, device: z.optional(id) })

/** What somebody is invited to. `trip_id` only where they are in it already, and then no names. */
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
  /** Whom somebody who joins may say to be: those on the list whom nobody else has said to be. */
  names: z.array(z.object({ id, name: z.string(), party: z.string() })),
})
export type InvitedTo = z.infer<typeof invitedTo>

export const MAX_GUEST_NAME = 50
/** So many names are offered to whoever joins. */
export const MAX_NAMES = 200

/**
 * Somebody who is signed in joins as who they are; somebody else as a guest of this name. `device` is made once per device and
 * known to nobody else: the same joining repeated after a lost answer makes no second guest.
 */
export const joining = z.strictObject({
  token,
  device: id,
  name: z.optional(nameText(MAX_GUEST_NAME, 'your name')),
  /** Whom of the list they say to be. */
  person_id: z.optional(id),
  /** Whether `person_id` may be a person as whom a guest has joined already: an organizer decides then. */
  is_claim: z.optional(z.boolean()),
  /** `false` asks first where their name is on the list; `true` answers that. Older apps send neither, and are not asked. */
  is_someone_else: z.optional(z.boolean()),
})
export type Joining = z.input<typeof joining>

/** With a session, as at sign-in, for whoever had none. */
export const joined = z.object({ trip_id: id, user, expires_in: z.number() })
export type Joined = z.infer<typeof joined>

/** A person on the list with the name of somebody who joins. */
export const namesake = z.object({
  id,
  name: z.string(),
  party: z.string(),
  /** How somebody has joined as this person already; null where nobody has. */
  joined_as: z.nullable(z.enum(['guest', 'account'])),
})
export type Namesake = z.infer<typeof namesake>

/** Nobody has joined yet: are they one of these? */
export const nameOnList = z.object({ name_on_list: z.array(namesake) })
export type NameOnList = z.infer<typeof nameOnList>

export const joinAnswer = z.union([joined, nameOnList])
export type JoinAnswer = z.infer<typeof joinAnswer>

/** The address of the page on which somebody joins. */
export function joinLink(origin: string, joinToken: string): string {
  return `${origin}/join/${encodeURIComponent(joinToken)}`
}
