import * as z from 'zod/mini'
import { id } from './id.ts'
import { trimmed } from './text.ts'

/** The signed-in user: the profile, and the email address of the account; a guest has none. */
export const user = z.object({
  id,
  username: z.string(),
  full_name: z.string(),
  email: z.nullable(z.string()),
  is_beta_user: z.boolean(),
})
export type User = z.infer<typeof user>

/** What it takes to name a user to others. */
export type NamedUser = Pick<User, 'id' | 'full_name' | 'username'>

/** What others call a user, on every screen: the full name, otherwise the username. */
export function nameOfUser({ full_name, username }: Omit<NamedUser, 'id'>): string {
  return trimmed(full_name) || username
}

interface JoinedProfile {
  full_name: string | null
  username: string | null
}

/** The name of the user of a left-joined profile; null if there is no such user. */
export function nameOfProfile({ full_name, username }: JoinedProfile): string | null {
  return full_name === null || username === null ? null : nameOfUser({ full_name, username })
}

/** Guests joined with an invitation and have no account. */
export function isGuest(person: Pick<User, 'email'> | null): boolean {
  return person !== null && person.email === null
}

export type AccountHolder = User & { email: string }
