import type { DatabaseConnection, Driver } from 'kysely'
import { secondsSince, type TimeDatabase } from './database-times.ts'

/** Measures how long Kysely's driver waits for connections, how long they are held, and how long commits take. */
export function timeConnections(driver: Driver, time: TimeDatabase): Driver {
  const acquire = driver.acquireConnection.bind(driver)
  const release = driver.releaseConnection.bind(driver)
  const commit = driver.commitTransaction.bind(driver)
  const heldSince = new WeakMap<DatabaseConnection, number>()
  driver.acquireConnection = async () => {
    const started = performance.now()
    const connection = await acquire()
    const now = performance.now()
    time('wait', (now - started) / 1000)
    heldSince.set(connection, now)
    return connection
  }
  driver.releaseConnection = (connection) => {
    time('hold', secondsSince(heldSince.get(connection) ?? performance.now()))
    return release(connection)
  }
  driver.commitTransaction = async (connection) => {
    const started = performance.now()
    await commit(connection)
    time('commit', secondsSince(started))
  }
  return driver
}
