import * as z from 'zod/mini'
import { id } from './id.ts'

/** The signed-in person, as the app knows them: the profile, and the e-mail address of the account; a guest has none. */
export const user = z.object({
  id,
  username: z.string(),
  full_name: z.string(),
  email: z.nullable(z.string()),
  is_beta_user: z.boolean(),
})
export type User = z.infer<typeof user>

/** What somebody is called by others: their full name, or what they call themselves here. */
export function nameOfUser({ full_name, username }: Pick<User, 'full_name' | 'username'>): string {
  return full_name.trim() || username
}

/** A guest joined with an invitation and has no account to sign in to. */
export function isGuest(person: Pick<User, 'email'> | null): boolean {
  return person !== null && person.email === null
}

/** Somebody with an account that they can sign in to. */
export type AccountHolder = User & { email: string }
