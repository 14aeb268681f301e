import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestAiProvider } from './testing/ai-provider.ts'
import { engines } from './testing/engines.ts'
import { requestsOf } from './testing/fuzz/act.ts'
import { anyStep, type Step } from './testing/fuzz/any-step.ts'
import { checkAnswer, checkStored, everythingOf } from './testing/fuzz/checks.ts'
import { routeForms } from './testing/fuzz/route-forms.ts'
import { EMAIL, PASSWORD } from './testing/fuzz/stand-ins.ts'
import { sendOverWire } from './testing/fuzz/wire.ts'
import { buildWorld, type World } from './testing/fuzz/world.ts'
import { listRoutes } from './testing/routes.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'
import { makeWebFolder } from './testing/web-folder.ts'

/*
 * Anything that anybody may send, to every route, over a real connection.
 * Job: requests made from the routes' own schemas, whole, changed and damaged, by everybody from a stranger to the owner, several at
 *   once; and operations on what really stands in the trip.
 * Invariants: each is answered, with no fault of the server's, and a refusal in the one form that there is; nothing is logged as an
 *   error; all that is stored can be loaded and has its form; of somebody else's trip nothing is told, and nothing has changed.
 * Failure: fast-check prints the seed and the shortest list of steps that it found. What it found becomes a case of its own.
 * FUZZ_RUNS says how many such lists are tried on each engine.
 */
const RUNS = {
  numRuns: Number(process.env['FUZZ_RUNS'] ?? 20),
  // A list of steps that hangs is printed as what was found, before the test's own time is over.
  timeout: 60_000,
}

/** As open as it can be: nobody is refused for how often they ask, and links open for everybody. */
const open = { SHARE_WITHOUT_SIGN_IN: 'true', AI_REQUESTS_PER_HOUR: '1000000', AI_REQUESTS_PER_DAY: '1000000' }

describe.each(engines)('any requests on %s', (engine) => {
  let server: TestApp
  let listening: ServerType
  let provider: TestAiProvider
  let webFolder: string
  beforeAll(async () => {
    provider = await TestAiProvider.open()
    webFolder = await makeWebFolder()
    server = await openTestApp(engine, { webFolder, env: { AI_BASE_URL: provider.baseUrl, ...open } })
    await server.signUp({ email: EMAIL, password: PASSWORD })
    listening = serve({ fetch: server.app.fetch, hostname: '127.0.0.1', port: 0 })
    await once(listening, 'listening')
  })
  afterAll(async () => {
    listening.close()
    await server.remove()
    await provider.close()
    await rm(webFolder, { recursive: true })
  })

  it('are made for every route that there is', () => {
    expect(
      Object.keys(routeForms)
        .filter((route) => !route.endsWith('*'))
        .toSorted(),
    ).toEqual(listRoutes(server.app))
  })

  it('are each answered, and leave everything that is stored as it has to be', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 25, size: 'max' }), async (steps) => {
        const world = await buildWorld(server)
        const theirsBefore = await everythingOf(server.db, world.theirs.id)
        server.log.length = 0
        await sendAll(world, steps)
        expect(server.log.filter(({ level }) => Number(level) >= 40)).toEqual([])
        expect(await everythingOf(server.db, world.theirs.id)).toEqual(theirsBefore)
        for (const trip of await tripsOf(world)) await checkStored(server, trip)
      }),
      RUNS,
    )
  })

  /** Sends what the steps are, those that are not alone beside what comes next. */
  async function sendAll(world: World, steps: readonly Step[]): Promise<void> {
    let underWay: Promise<void>[] = []
    for (const step of steps) {
      underWay.push(send(world, step))
      if (!step.isAlone) continue
      await Promise.all(underWay)
      underWay = []
    }
    await Promise.all(underWay)
  }

  async function send(world: World, step: Step): Promise<void> {
    const { port } = listening.address() as AddressInfo
    for (const request of await requestsOf(server, world, step)) {
      const answer = await sendOverWire(port, request)
      checkAnswer(step, request, answer)
      expect(answer?.body.includes(world.theirMark), `${request.target} tells what is theirs`).not.toBe(true)
    }
  }

  async function tripsOf({ ours, people }: World) {
    const rows = await server.db.selectFrom('trips').select(['id', 'type']).where('owner_id', 'in', people).execute()
    expect(rows.map(({ id }) => id)).toContain(ours.id)
    return rows
  }
})
