import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Details } from '#domain/plan/details.ts'
import { PageEvents } from '../page-events.ts'
import { SimulatedServer } from '../testing/simulated-server.ts'
import { LiveTrip } from './live-trip.ts'
import { PlanClient } from './plan-client.ts'

/* The engine as a whole, without HTTP and React: two pages with one simulated server as their transport. */

const TRIP_ID = '00000000-0000-4000-8000-000000000001'
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

let server: SimulatedServer
let ends: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible' })
  server = new SimulatedServer()
  ends = []
})

afterEach(() => {
  for (const end of ends) end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function openPage() {
  const plan = new PlanClient({ transport: server })
  await plan.open(TRIP_ID)
  const live = new LiveTrip(TRIP_ID, { plans: plan, transport: server, page: new PageEvents() })
  ends.push(live.start(), () => plan.forget())
  const store = () => plan.find(TRIP_ID, 'details')
  return {
    plan,
    live,
    type: (changed: Partial<Details>) => store()?.edit((value) => ({ ...value, ...changed })),
    shown: () => store()?.getSnapshot().value,
  }
}

it('SAVE-14 sends what one page edits, and shows it in the other by its live event', async () => {
  const [one, two] = [await openPage(), await openPage()]
  await pass(1000)
  expect(two.live.getState().isLive).toBe(true)
  one.type({ destination_name: 'Rock Lake' })
  expect(one.shown()?.destination_name).toBe('Rock Lake')
  await pass(2000)
  expect(server.sections.details.value).toMatchObject({ destination_name: 'Rock Lake' })
  expect(two.shown()?.destination_name).toBe('Rock Lake')
  expect([one.plan.hasPendingEdits(), one.plan.findPlan(TRIP_ID)?.getState().save]).toEqual([false, 'saved'])
})

it('SAVE-14 fetches what it missed, as soon as a stream reports the versions', async () => {
  const page = await openPage()
  const end = ends.shift()
  await pass(1000)
  end?.()
  server.editAsOther('details', (value) => ({ ...value, destination_name: 'Rock Lake' }))
  await pass(1000)
  expect(page.shown()?.destination_name).not.toBe('Rock Lake')
  ends.push(page.live.start())
  await pass(1000)
  expect(page.shown()?.destination_name).toBe('Rock Lake')
})

it('SAVE-14 keeps the currency that arrived first of two chosen at the same moment, and tells nobody', async () => {
  const pages = [await openPage(), await openPage()]
  await pass(1000)
  const costsOf = ({ plan }: (typeof pages)[number]) => plan.find(TRIP_ID, 'costs')
  const undos = ['EUR', 'JPY'].map((currency, index) =>
    costsOf(pages[index] as (typeof pages)[number])?.edit((value) => ({ ...value, currency }), 'at-once'),
  )
  const expectEuros = async () => {
    await pass(5000)
    expect(server.sections.costs.value).toMatchObject({ currency: 'EUR' })
    for (const page of pages) {
      expect(costsOf(page)?.getSnapshot().value.currency).toBe('EUR')
      expect(page.plan.findPlan(TRIP_ID)?.getState().refused).toEqual([])
      expect(page.plan.hasPendingEdits()).toBe(false)
    }
  }
  await expectEuros()
  undos[1]?.()
  await expectEuros()
})
