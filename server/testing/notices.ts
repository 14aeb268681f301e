import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { About } from '#domain/notices/notice.ts'
import type { Db } from '#server/db/engine.ts'
import type { Tables } from '#server/db/tables.ts'

type Row = Insertable<Tables['notices']>
type NewRow = Pick<Row, 'trip_id' | 'user_id'> & Partial<Omit<Row, 'about'>> & { about?: About }

/** Inserts a notice, of a poll unless told otherwise. Returns its id. */
export async function insertNotice(db: Db, { about, ...notice }: NewRow): Promise<string> {
  const id = notice.id ?? randomUUID()
  await db
    .insertInto('notices')
    .values({
      id,
      kind: 'asked',
      subject: `polls/${id}`,
      is_urgent: false,
      created_at: new Date().toISOString(),
      read_at: null,
      push_at: null,
      mail_at: null,
      ...notice,
      about: JSON.stringify(about ?? { what: 'poll', name: 'Which lake?' }),
    })
    .execute()
  return id
}
