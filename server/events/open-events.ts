import type { Settings } from '../settings/settings.ts'
import { PostgresChannel } from './postgres-channel.ts'
import { TripEvents, type TripEventsOptions } from './trip-events.ts'

/** The live events of this process. On PostgreSQL they include the other processes; on SQLite there is only one. */
export function openEvents(
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
  options: Omit<TripEventsOptions, 'channel'>,
): TripEvents {
  const channel = databaseUrl ? new PostgresChannel(databaseUrl, options.db, options.log) : undefined
  return new TripEvents({ ...options, channel })
}
