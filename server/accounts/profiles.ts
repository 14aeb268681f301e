import type { User } from '#domain/person.ts'
import type { Db } from '../db/engine.ts'

export const userColumns = [
  'profiles.id',
  'profiles.username',
  'profiles.full_name',
  'users.email',
  'profiles.is_beta_user',
] as const

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.id')
    .select(userColumns)
    .where('profiles.id', '=', id)
    .executeTakeFirst()
}

export async function countBetaUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('profiles')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('is_beta_user', '=', true)
    .executeTakeFirstOrThrow()
  return Number(count)
}
