import type { Context } from 'hono'
import { AppError } from '#domain/errors.ts'
import type { User } from '#domain/person.ts'
import type { Trip } from '#domain/trip.ts'
import type { Db } from '../db/engine.ts'
import type { AppEnv } from '../http/context.ts'
import { invalidRequest } from '../http/request-body.ts'
import { requireTrip } from '../trips/trips.ts'

/** A request whose body is a file with a name. */
export function parseUpload(
  c: Context<AppEnv>,
  request: { person: User; trip: Trip },
  may: (person: User, trip: Trip) => boolean,
) {
  return { fileName: parseFileName(c), ...parseBodyOfUpload(c, request, may) }
}

/** A request whose body is a file. `mayStill` asks `may` again: the person may lose access during the upload. */
export function parseBodyOfUpload(
  c: Context<AppEnv>,
  { person, trip }: { person: User; trip: Trip },
  may: (person: User, trip: Trip) => boolean,
) {
  const mayStill = (trx: Db) =>
    requireTrip(trx, trip.id, person).then(
      (current) => may(person, current),
      (failure) => {
        if (failure instanceof AppError) return false
        throw failure
      },
    )
  return { body: c.req.raw.body, announced: announcedLength(c), mayStill }
}

function parseFileName(c: Context<AppEnv>): string {
  const name = c.req.query('file_name')
  if (name === undefined) throw invalidRequest('file_name: Should be the name of the file')
  return name
}

function announcedLength(c: Context<AppEnv>): number | undefined {
  const length = c.req.header('content-length')
  return length === undefined || c.req.header('transfer-encoding') !== undefined ? undefined : Number(length)
}
