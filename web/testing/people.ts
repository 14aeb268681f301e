import type { PeopleResponse, Planner } from '#domain/api/people.ts'
import type { User } from '#domain/person.ts'
import type { Role } from '#domain/trip.ts'

/** A user who can open the trip. Unless it says otherwise, they are on the list under their own id. */
export const planner = (
  { id, username, full_name }: Pick<User, 'id' | 'username' | 'full_name'>,
  role: Role,
): Planner => ({
  id,
  username,
  full_name,
  role,
  since: '2026-06-01T12:00:00.000Z',
  invitation_id: null,
  is_guest: false,
  can_own: true,
  person_id: id,
  party_id: id,
  is_unconfirmed: false,
  shares_party: true,
  opened_at: null,
})

/** What the server says about who has access, without invitations. */
export const access = (...people: Planner[]): PeopleResponse => ({
  members_edit: true,
  departed: [],
  invitations: [],
  people,
})
