import { setTimeout as pause } from 'node:timers/promises'
import { tripResponse } from '#domain/api/trips.ts'
import { commonSectionNames } from '#domain/plan/index.ts'
import { demoTrip } from '#server/trips/demo-trip.ts'
import type { Random } from '../bench-together/random.ts'
import type { Stage } from './stage.ts'
import { require } from './violation.ts'

const KILLS = 2
/** Milliseconds: longer than a first start takes. */
const START_MS = 1000

/**
 * Kills the first starts on an empty database, during migrations and while the demo trip is created. Checks that the
 * next start completes everything.
 * @throws Violation
 */
export async function checkFirstStart(stage: Stage, random: Random): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    stage.begin()
    await pause(random.between(0, START_MS))
    await stage.kill()
  }
  await stage.start()
  const headers = { origin: stage.address.origin, 'content-type': 'application/json' }
  const at = (path: string) => new URL(path, stage.address)
  const { demo } = (await (await fetch(at('/api/beta'))).json()) as { demo: { email: string; password: string } | null }
  require(demo !== null, 'there is no demo account')
  const signedIn = await fetch(at('/auth/v1/token?grant_type=password'), {
    method: 'POST',
    headers,
    body: JSON.stringify(demo),
  })
  require(signedIn.status === 200, `the demo account cannot sign in: ${signedIn.status}`)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const opened = await fetch(at(`/api/trips/${demoTrip.id}`), { headers: { cookie } })
  require(opened.status === 200, `the demo trip cannot be opened: ${opened.status}`)
  const { sections } = tripResponse.parse(await opened.json())
  for (const name of commonSectionNames) require('value' in sections[name], `the demo trip has no ${name}`)
  const { details, people } = sections
  require('value' in details && details.version === 1, 'the demo trip has no details of its own')
  require('value' in people && people.version === 1, 'the demo trip has no people')
}
