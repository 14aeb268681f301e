import * as z from 'zod/mini'
import { id } from './id.ts'

/** The signed-in user: the profile, and the email address of the account; a guest has none. */
export const user = z.object({
  id,
  username: z.string(),
  full_name: z.string(),
  email: z.nullable(z.string()),
  is_beta_user: z.boolean(),
})
export type User = z.infer<typeof user>

/** What others call a user: the full name, otherwise the username. */
export function nameOfUser({ full_name, username }: Pick<User, 'full_name' | 'username'>): string {
  return full_name.trim() || username
}

/** Guests joined with an invitation and have no account. */
export function isGuest(person: Pick<User, 'email'> | null): boolean {
  return person !== null && person.email === null
}

export type AccountHolder = User & { email: string }
