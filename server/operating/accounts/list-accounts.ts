import { sql } from 'kysely'
import type { Db } from '../../db/engine.ts'
import { isSqlite } from '../../db/is-sqlite.ts'
import { FORMER_MEMBER } from '../../people/forget-person.ts'

/** An account, with what the trips it owns take up. */
interface ListedAccount {
  email: string
  name: string
  created_at: string
  /** Last known activity. May be too early, since ended sessions are deleted within the hour. */
  seen_at: string | undefined
  trips: number
  /** Travel documents, receipts and trip pictures: what DOCUMENTS_PER_ACCOUNT limits. */
  documents: number
  document_bytes: number
  /** Plans with their history: what PLANS_MB_PER_ACCOUNT limits. */
  plan_bytes: number
}

interface Sizes {
  accounts: number
  guests: number
  trips: number
  documents: number
  document_bytes: number
  plan_bytes: number
  database_bytes: number
}

export async function listAccounts(db: Db): Promise<{ accounts: ListedAccount[]; all: Sizes }> {
  const [people, trips, documents, files, plans, seen] = [
    await db
      .selectFrom('users')
      .innerJoin('profiles', 'profiles.id', 'users.id')
      .select(['users.id', 'users.email', 'profiles.full_name', 'users.created_at'])
      .orderBy('users.email')
      .execute(),
    await sumByOwner(db, sql`select owner_id as owner, count(*) as number from trips group by owner_id`),
    // Counted as in quotas.ts, so receipts and pictures are among the documents.
    await sumByOwner(db, selectByOwner('stored_files', sql`count(*)`, sql`where state != 'removing'`)),
    await sumByOwner(db, selectByOwner('stored_files', sql`sum(size)`, sql`where state != 'removing'`)),
    await sumByOwner(db, selectByOwner('plan_sections', sql`sum(part.bytes)`)),
    await findLastSeen(db),
  ]
  const accounts = people.flatMap(({ id, email, full_name, created_at }) => {
    if (email === null) return []
    const numberOf = (numbers: Map<string | null, number>) => numbers.get(id) ?? 0
    const usage = {
      trips: numberOf(trips),
      documents: numberOf(documents),
      document_bytes: numberOf(files),
      plan_bytes: numberOf(plans),
    }
    return [{ email, name: full_name, created_at, seen_at: seen.get(id), ...usage }]
  })
  const total = (numbers: Map<string | null, number>) => [...numbers.values()].reduce((sum, number) => sum + number, 0)
  const { rows } = await sql<{ number: number }>`
    select count(*) as number from users where email is null and moved_to is null and id != ${FORMER_MEMBER}`.execute(
    db,
  )
  return {
    accounts,
    all: {
      accounts: accounts.length,
      guests: rows[0]?.number ?? 0,
      trips: total(trips),
      documents: total(documents),
      document_bytes: total(files),
      plan_bytes: total(plans),
      database_bytes: await databaseBytes(db),
    },
  }
}

type Expression = ReturnType<typeof sql>

function selectByOwner(table: string, number: Expression, where: Expression = sql``): Expression {
  return sql`select trips.owner_id as owner, ${number} as number from ${sql.table(table)} as part
    join trips on trips.id = part.trip_id ${where} group by trips.owner_id`
}

async function sumByOwner(db: Db, query: Expression): Promise<Map<string | null, number>> {
  const { rows } = await db.executeQuery<{ owner: string | null; number: number }>(query.compile(db) as never)
  return new Map(rows.map(({ owner, number }) => [owner, Number(number)]))
}

/** The latest activity of each user: sessions, edits, and opened trips of others. */
async function findLastSeen(db: Db): Promise<Map<string, string>> {
  const sessions = await db
    .selectFrom('sessions')
    .select((eb) => ['user_id', eb.fn.max('extended_at').as('at')])
    .groupBy('user_id')
    .execute()
  const edits = await db
    .selectFrom('plan_history')
    .select((eb) => ['saved_by as user_id', eb.fn.max('saved_at').as('at')])
    .groupBy('saved_by')
    .execute()
  const lastOpened = await db
    .selectFrom('memberships')
    .select((eb) => ['user_id', eb.fn.max('opened_at').as('at')])
    .groupBy('user_id')
    .execute()
  const seen = new Map<string, string>()
  for (const { user_id, at } of [...sessions, ...edits, ...lastOpened])
    if (user_id !== null && at !== null && at > (seen.get(user_id) ?? '')) seen.set(user_id, at)
  return seen
}

async function databaseBytes(db: Db): Promise<number> {
  const query = isSqlite(db)
    ? sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
    : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  return Number((await query.execute(db)).rows[0]?.bytes ?? 0)
}
