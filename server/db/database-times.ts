/**
 * Phases of database work. `turn`: waiting to start a transaction for a change of a plan; `wait`: waiting for a
 * connection; `hold`: holding it; `commit`: committing; `flush`: waiting for the disk in a shared commit of SQLite.
 */
export const databaseTimes = ['turn', 'wait', 'hold', 'commit', 'flush'] as const
export type DatabaseTime = (typeof databaseTimes)[number]
export type TimeDatabase = (what: DatabaseTime, seconds: number) => void

export const secondsSince = (started: number): number => (performance.now() - started) / 1000
