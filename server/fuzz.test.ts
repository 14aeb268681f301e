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
import { checkResponse, checkStored, everythingOf } from './testing/fuzz/checks.ts'
import { routeForms } from './testing/fuzz/route-forms.ts'
import { EMAIL, PASSWORD } from './testing/fuzz/stand-ins.ts'
import { sendOverWire } from './testing/fuzz/wire.ts'
import { buildWorld, type World } from './testing/fuzz/world.ts'
import { TestGeocoder } from './testing/geocoder.ts'
import { listRoutes } from './testing/routes.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'
import { forecasts, TestWeatherService } from './testing/weather-service.ts'
import { makeWebFolder } from './testing/web-folder.ts'

/*
 * Random requests to every route, over a real connection.
 * Job: send requests built from the routes' own schemas (valid, changed and damaged), by everybody from a stranger to
 *   the owner, several at once; and operations on the actual plan of a trip.
 * Invariants: every request is answered without a server error, and refusals have the standard form. Nothing is logged
 *   as an error. Everything stored loads and matches its schema. The other trip is neither revealed nor changed.
 * Failure: fast-check prints the seed and the shortest failing list of steps. Turn each finding into a test case of its
 *   own.
 * FUZZ_RUNS is the number of lists per engine.
 */
const RUNS = {
  numRuns: Number(process.env['FUZZ_RUNS'] ?? 20),
  // Shorter than the test's own timeout, so that a list that hangs is printed.
  timeout: 60_000,
}

/** As permissive as possible: no limits for AI texts and weather, and share links open without signing in. */
const permissive = {
  SHARE_WITHOUT_SIGN_IN: 'true',
  AI_REQUESTS_PER_HOUR: '1000000',
  AI_REQUESTS_PER_DAY: '1000000',
  WEATHER: 'on',
  WEATHER_REQUESTS_PER_HOUR: '1000000',
  WEATHER_REQUESTS_PER_DAY: '1000000',
}

describe.each(engines)('random requests on %s', (engine) => {
  let server: TestApp
  let httpServer: ServerType
  let provider: TestAiProvider
  let geocoder: TestGeocoder
  let weather: TestWeatherService
  let webFolder: string
  beforeAll(async () => {
    provider = await TestAiProvider.open()
    geocoder = await TestGeocoder.open()
    weather = await TestWeatherService.open()
    weather.answers = [forecasts(new Date().toISOString().slice(0, 10))]
    webFolder = await makeWebFolder()
    const env = {
      AI_BASE_URL: provider.baseUrl,
      GEOCODER_URL: geocoder.baseUrl,
      WEATHER_URL: weather.baseUrl,
      ...permissive,
    }
    server = await openTestApp(engine, { webFolder, env, geocoder: { intervalMs: 0 } })
    await server.signUp({ email: EMAIL, password: PASSWORD })
    httpServer = serve({ fetch: server.app.fetch, hostname: '127.0.0.1', port: 0 })
    await once(httpServer, 'listening')
  })
  afterAll(async () => {
    httpServer.close()
    await server.remove()
    await provider.close()
    await geocoder.close()
    await weather.close()
    await rm(webFolder, { recursive: true })
  })

  it('cover every route', () => {
    expect(
      Object.keys(routeForms)
        .filter((route) => !route.endsWith('*'))
        .toSorted(),
    ).toEqual(listRoutes(server.app))
  })

  it('are all answered, and leave consistent data', async () => {
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

  /** Sends the steps. Steps that are not alone run concurrently with the following ones. */
  async function sendAll(world: World, steps: readonly Step[]): Promise<void> {
    let pending: Promise<void>[] = []
    for (const step of steps) {
      pending.push(send(world, step))
      if (!step.isAlone) continue
      await Promise.all(pending)
      pending = []
    }
    await Promise.all(pending)
  }

  async function send(world: World, step: Step): Promise<void> {
    const { port } = httpServer.address() as AddressInfo
    for (const request of await requestsOf(server, world, step)) {
      const answer = await sendOverWire(port, request)
      checkResponse(step, request, answer)
      expect(answer?.body.includes(world.theirMark), `${request.target} reveals the other trip`).not.toBe(true)
    }
  }

  async function tripsOf({ ours, people }: World) {
    const rows = await server.db.selectFrom('trips').select(['id', 'type']).where('owner_id', 'in', people).execute()
    expect(rows.map(({ id }) => id)).toContain(ours.id)
    return rows
  }
})
