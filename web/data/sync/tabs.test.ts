import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChecklistGroup } from '#domain/plan/checklist.ts'
import type { Details } from '#domain/plan/details.ts'
import { SimulatedDevice, type Tab } from '../testing/simulated-device.ts'
import { POISON, SimulatedServer } from '../testing/simulated-server.ts'

/** The tabs of one person, with one log. */

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

let server: SimulatedServer
let device: SimulatedDevice

function begin() {
  server = new SimulatedServer()
  device = new SimulatedDevice(server)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
  begin()
})

afterEach(() => {
  for (const tab of device.tabs) tab.kill()
  vi.useRealTimers()
})

const type = ({ plan }: Tab, changed: Partial<Details>) => plan.find('details')?.edit((value) => ({ ...value, ...changed }))
const shown = ({ plan }: Tab) => plan.find('details')?.getSnapshot().value as Details
const stored = () => server.sections.details.value as Details
const savingOf = ({ plan }: Tab) => plan.getState().save
const lake = { destination_name: 'Pog Lake' }
const gate = { car_trip_entry_gate: 'West Gate' }
const say = (changed: Partial<Details>) => server.say('details', (value) => ({ ...value, ...changed }))
const sentIds = () => server.received.flat().map(({ id }) => id)

describe('two tabs of one person', () => {
  it('show each other what is typed before the server has it, and send it once', async () => {
    const [one, two] = [device.open(), device.open()]
    type(one, lake)
    await pass(10)
    expect(shown(two)).toMatchObject(lake)
    type(two, gate)
    await pass(10)
    expect(shown(one)).toMatchObject({ ...lake, ...gate })
    await pass(5000)
    expect(new Set(sentIds()).size).toBe(sentIds().length)
    expect(stored()).toMatchObject({ ...lake, ...gate })
    for (const { plan } of [one, two]) expect(plan.hasPendingEdits()).toBe(false)
  })

  it('both say that it is being saved, and that it is saved', async () => {
    const [one, two] = [device.open(), device.open()]
    await pass(10)
    server.travelMs = 100
    device.hears = false
    type(one, lake)
    await pass(1020)
    expect([savingOf(one), savingOf(two)]).toEqual(['saving', 'saving'])
    await pass(220)
    expect([savingOf(one), savingOf(two)]).toEqual(['saved', 'saved'])
    expect(shown(two)).toMatchObject(lake)
    await pass(2100)
    expect([savingOf(one), savingOf(two)]).toEqual(['idle', 'idle'])
  })

  it('that type at once, into the same section, keep both', async () => {
    const [one, two] = [device.open(), device.open()]
    type(one, lake)
    type(two, gate)
    await pass(20)
    for (const tab of [one, two]) expect(shown(tab)).toMatchObject({ ...lake, ...gate })
    await pass(5000)
    expect(stored()).toMatchObject({ ...lake, ...gate })
  })

  it('of which one is killed while its request has no answer: the other sends the same again', async () => {
    const [one, two] = [device.open(), device.open()]
    device.hears = false
    server.fates = ['answer lost']
    type(one, lake)
    await pass(1010)
    one.kill()
    await pass(60_000)
    expect(sentIds()).toEqual([sentIds()[0], sentIds()[0]])
    expect(server.sections.details.version).toBe(1)
    expect(two.plan.hasPendingEdits()).toBe(false)
    expect(shown(two)).toMatchObject(lake)
  })

  it('of which one slept while the other sent what both had: it sends nothing over what somebody has made of it since', async () => {
    const [one, two] = [device.open(), device.open()]
    type(one, lake)
    await pass(10)
    // From here on the second hears nothing any more.
    device.newsMs = 3_600_000
    void one.plan.flush()
    await pass(10)
    expect(stored()).toMatchObject(lake)
    say({ destination_name: 'Rock Lake' })
    expect(two.plan.hasPendingEdits()).toBe(true)
    await pass(60_000)
    expect(two.plan.hasPendingEdits()).toBe(false)
    expect(server.received).toHaveLength(1)
    expect(stored().destination_name).toBe('Rock Lake')
  })

  it('of which one is closed without time to note what it sent: the next repeats it, over nobody', async () => {
    const one = device.open()
    type(one, lake)
    await pass(10)
    void one.plan.flush({ keepalive: true })
    one.kill()
    await pass(10)
    expect(stored()).toMatchObject(lake)
    expect(device.log[0]?.isSent).toBeUndefined()
    say({ destination_name: 'Rock Lake' })
    const two = device.open()
    type(two, gate)
    await pass(60_000)
    expect(stored()).toMatchObject({ destination_name: 'Rock Lake', ...gate })
    expect(shown(two)).toEqual(stored())
  })

  it('of which one is closed with a request under way, and what it typed since beside that: nothing is said twice', async () => {
    server.fates = ['answer lost']
    const one = device.open()
    device.hears = false
    type(one, lake)
    await pass(1100)
    type(one, gate)
    await pass(10)
    void one.plan.flush({ keepalive: true })
    one.kill()
    await pass(10)
    say({ destination_name: 'Rock Lake', car_trip_entry_gate: 'East Gate' })
    const two = device.open()
    await pass(60_000)
    expect(stored()).toMatchObject({ destination_name: 'Rock Lake', car_trip_entry_gate: 'East Gate' })
    expect(two.plan.hasPendingEdits()).toBe(false)
  })

  it('of which one is closed before the disk has its last edit: the next shows and sends it, whatever became of the request', async () => {
    for (const [isWritten, fates] of [
      [false, []],
      [true, ['lost']],
      [false, ['lost', 'lost']],
    ] as const) {
      begin()
      server.fates = [...fates]
      const one = device.open()
      type(one, { destination_name: 'Pog' })
      await pass(10)
      type(one, lake)
      await pass(0)
      type(one, gate)
      one.close({ isWritten })
      const two = device.open()
      expect(shown(two)).toMatchObject({ ...lake, ...gate })
      await pass(60_000)
      expect(stored()).toMatchObject({ ...lake, ...gate })
      expect(device.left.size).toBe(0)
      two.kill()
    }
  })

  it('of which one is closed before the disk has its last edit: the other one has it, and sends it once', async () => {
    const [one, two] = [device.open(), device.open()]
    type(two, gate)
    await pass(50)
    type(one, lake)
    one.close()
    await pass(50)
    expect(shown(two)).toMatchObject({ ...lake, ...gate })
    await pass(60_000)
    expect(stored()).toMatchObject({ ...lake, ...gate })
    expect(new Set(sentIds()).size).toBe(sentIds().length)
    expect(device.left.size).toBe(0)
  })

  it('that leaves what it typed on the disk has the next tab show and send it', async () => {
    server.fates = Array.from({ length: 20 }, () => 'lost' as const)
    const one = device.open()
    type(one, lake)
    await pass(5000)
    one.kill()
    server.fates = []
    const two = device.open()
    expect(shown(two)).toMatchObject(lake)
    await pass(100)
    expect(stored()).toMatchObject(lake)
  })

  it('both show what was refused, until the person has dismissed it in one of them', async () => {
    const [one, two] = [device.open(), device.open()]
    await pass(10)
    device.hears = false
    const tickAll = (groups: ChecklistGroup[]) =>
      groups.map((group, n) => (n > 0 ? group : { ...group, items: group.items.map((item) => ({ ...item, checked: true })) }))
    const items = one.plan.find('checklist')?.getSnapshot().value[0]?.items
    server.say('checklist', (groups) => groups.slice(1))
    one.plan.find('checklist')?.edit(tickAll, 'at-once')
    await pass(5000)
    const refused = [one, two].map(({ plan }) => plan.getState().refused)
    expect(refused[0]?.length).toBe(items?.length)
    expect(refused[0]?.[0]?.refused.code).toBe('entry_gone')
    expect(refused[1]).toEqual(refused[0])
    expect(one.plan.hasPendingEdits()).toBe(false)
    two.plan.dismiss(refused[1]?.map(({ operation }) => operation.id) ?? [])
    await pass(50)
    expect([one, two].map(({ plan }) => plan.getState().refused)).toEqual([[], []])
    expect(device.log).toEqual([])
  })
})

describe('a page that the browser keeps aside', () => {
  const leave = async (beside: boolean) => {
    const one = device.open()
    const two = beside ? device.open() : undefined
    await pass(10)
    type(one, lake)
    one.keepAside()
    await pass(10)
    return [one, two ?? device.open()] as const
  }

  it.each([
    ['the next page', false],
    ['another one beside it', true],
  ])('SAVE-14 says nothing once more over others that %s has sent, when it comes back', async (_, beside) => {
    const [one, two] = await leave(beside)
    await pass(1500)
    expect(stored()).toMatchObject(lake)
    expect(two.plan.hasPendingEdits()).toBe(false)
    expect(device.left.size).toBe(0)
    say({ destination_name: 'Rock Lake' })
    await pass(50)
    type(two, gate)
    await pass(50)
    one.comeBack()
    await pass(60_000)
    expect(stored()).toMatchObject({ destination_name: 'Rock Lake', ...gate })
    for (const tab of [one, two]) expect([tab.plan.hasPendingEdits(), shown(tab)]).toEqual([false, stored()])
    expect(device.log).toEqual([])
  })

  it('SAVE-14 goes on with what it has where nobody has taken it over', async () => {
    server.fates = ['lost']
    const one = device.open()
    type(one, lake)
    one.keepAside()
    await pass(500)
    one.comeBack()
    type(one, gate)
    await pass(60_000)
    expect(stored()).toMatchObject({ ...lake, ...gate })
    expect(device.log).toEqual([])
  })
})

describe('a disk that does not answer', () => {
  it('SAVE-14 holds no save back, and what was sent without it is not said again over others when it answers', async () => {
    const tab = device.open()
    await pass(50)
    device.standStill()
    type(tab, lake)
    await pass(1000)
    expect(savingOf(tab)).toBe('saving')
    await pass(10_000)
    expect(stored()).toMatchObject(lake)
    expect(savingOf(tab)).toBe('idle')
    say({ destination_name: 'Rock Lake' })
    await pass(10_000)
    expect(shown(tab).destination_name).toBe('Rock Lake')
    device.goOn()
    await pass(60_000)
    expect(stored().destination_name).toBe('Rock Lake')
    expect(server.received).toHaveLength(1)
    expect(device.log).toEqual([])
    expect([tab.plan.hasPendingEdits(), shown(tab)]).toEqual([false, stored()])
  })

  it('is not waited for by each save anew', async () => {
    const tab = device.open()
    await pass(50)
    device.standStill()
    type(tab, lake)
    await pass(10_000)
    type(tab, gate)
    await pass(1010)
    expect(stored()).toMatchObject({ ...lake, ...gate })
  })

  it('SAVE-14 has what was left on it follow, under what was typed until then, and sends it once', async () => {
    server.fates = Array(3).fill('lost')
    const one = device.open()
    type(one, lake)
    await pass(10)
    void one.plan.flush({ keepalive: true })
    one.kill()
    device.standStill()
    server.fates = []
    const before = stored().destination_name
    const two = device.open()
    expect(shown(two).destination_name).toBe(before)
    type(two, gate)
    await pass(10_000)
    expect(stored()).toMatchObject({ destination_name: before, ...gate })
    device.goOn()
    await pass(10)
    expect(shown(two)).toMatchObject({ ...lake, ...gate })
    await pass(60_000)
    expect(stored()).toMatchObject({ ...lake, ...gate })
    expect(new Set(sentIds()).size).toBe(2)
    expect(device.log).toEqual([])
  })

  it('SAVE-14 has what was left on it, and had been sent, be said over nobody', async () => {
    const one = device.open()
    type(one, lake)
    await pass(10)
    void one.plan.flush({ keepalive: true })
    one.kill()
    await pass(10)
    say({ destination_name: 'Rock Lake' })
    device.standStill()
    const two = device.open()
    type(two, gate)
    await pass(500)
    device.goOn()
    await pass(60_000)
    expect(stored()).toMatchObject({ destination_name: 'Rock Lake', ...gate })
    expect(shown(two)).toEqual(stored())
  })

  it('SAVE-14 has a save that is under way when it answers be said once', async () => {
    server.fates = Array(3).fill('lost')
    const one = device.open()
    type(one, gate)
    await pass(10)
    one.kill()
    server.fates = []
    device.standStill()
    const two = device.open()
    server.travelMs = 1000
    type(two, lake)
    await pass(3500)
    device.goOn()
    await pass(1000)
    expect(stored()).toMatchObject(lake)
    server.travelMs = 0
    say({ destination_name: 'Rock Lake' })
    await pass(60_000)
    expect(stored()).toMatchObject({ destination_name: 'Rock Lake', ...gate })
    expect(shown(two)).toEqual(stored())
  })

  it('SAVE-14 has a page that is closed leave what it typed: the next one has it once it may read', async () => {
    device.standStill()
    server.fates = Array(10).fill('lost')
    const one = device.open()
    type(one, lake)
    await pass(5000)
    one.close()
    const two = device.open()
    device.goOn()
    await pass(10)
    expect(shown(two)).toMatchObject(lake)
    server.fates = []
    await pass(60_000)
    expect(stored()).toMatchObject(lake)
    expect(device.left.size).toBe(0)
  })
})

describe('a disk that fails', () => {
  const noteOf = ({ plan }: Tab) => plan.find('notes')?.getSnapshot().value[0]?.text ?? ''
  const addToNote = ({ plan }: Tab, text: string) =>
    plan.find('notes')?.edit((notes) => notes.map((note, n) => (n > 0 ? note : { ...note, text: note.text + text })))
  const storedNote = () => (server.sections.notes.value as { text: string }[])[0]?.text ?? ''

  it('SAVE-14 once: what was typed before and after it is said once', async () => {
    const tab = device.open()
    addToNote(tab, '\nabc')
    await pass(10)
    device.diskFailures = 1
    type(tab, gate)
    await pass(10)
    addToNote(tab, 'def')
    expect(noteOf(tab)).toMatch(/\nabcdef$/)
    await pass(60_000)
    expect(storedNote().match(/abc/g)).toHaveLength(1)
    expect(storedNote()).toMatch(/\nabcdef$/)
    expect(stored()).toMatchObject(gate)
    expect(device.log).toEqual([])
  })

  it('SAVE-14 once: what was taken back after it does not come back', async () => {
    const tab = device.open()
    const before = stored().destination_name
    type(tab, lake)
    await pass(10)
    device.diskFailures = 1
    type(tab, gate)
    await pass(10)
    type(tab, { destination_name: before })
    expect(shown(tab).destination_name).toBe(before)
    await pass(60_000)
    expect(stored()).toMatchObject({ destination_name: before, ...gate })
  })

  it('time and again: what the server has is not said again over others, and what was dismissed stays so', async () => {
    const tab = device.open()
    type(tab, { car_trip_entry_gate: POISON })
    await pass(5000)
    device.diskFailures = 9
    type(tab, lake)
    await pass(2000)
    expect(stored()).toMatchObject(lake)
    tab.plan.dismiss(tab.plan.getState().refused.map(({ operation }) => operation.id))
    say({ destination_name: 'Rock Lake' })
    await pass(10)
    device.diskFailures = 0
    await tabHears(tab)
    expect(shown(tab).destination_name).toBe('Rock Lake')
    await pass(60_000)
    expect([stored().destination_name, tab.plan.getState().refused, device.log]).toEqual(['Rock Lake', [], []])
  })

  const tabHears = (tab: Tab) => Promise.all([tab.plan.hear(), pass(10)])
})

describe('what a page leaves', () => {
  it('SAVE-14 the second time is not forgotten with what it left the first time', async () => {
    for (let ms = 0; ms < 130; ms += 10) {
      begin()
      device.diskMs = 40
      server.fates = Array(40).fill('lost')
      const [one, two] = [device.open(), device.open()]
      await pass(500)
      type(one, lake)
      one.keepAside()
      await pass(ms)
      one.comeBack()
      type(one, gate)
      one.close()
      await pass(2000)
      server.fates = []
      await pass(60_000)
      expect(stored(), `${ms} ms`).toMatchObject({ ...lake, ...gate })
      two.kill()
    }
  })

  it('does not stand over what was typed after it, though the disk is read late', async () => {
    device.standStill()
    const one = device.open()
    type(one, { destination_name: 'older' })
    server.fates = Array(10).fill('lost')
    one.close()
    await pass(10)
    server.fates = []
    const two = device.open()
    type(two, { destination_name: 'newer' })
    await pass(500)
    device.goOn()
    await pass(60_000)
    expect(stored().destination_name).toBe('newer')
  })

  it('has what was refused, where the disk did not know of it', async () => {
    device.standStill()
    const one = device.open({ isUnread: false })
    type(one, { car_trip_entry_gate: POISON })
    await pass(10_000)
    expect(one.plan.getState().refused).toHaveLength(1)
    one.close()
    device.goOn()
    const two = device.open()
    await pass(60_000)
    expect(two.plan.getState().refused).toHaveLength(1)
  })

  it('that was killed within its pause is sent by the tab beside it, whenever that hears of it', async () => {
    for (let at = 1000; at < 1300; at += 15) {
      begin()
      Object.assign(device, { diskMs: 40, hears: false })
      server.travelMs = 40
      const [one, two] = [device.open(), device.open()]
      await pass(500)
      type(one, lake)
      await pass(at)
      type(two, gate)
      await pass(60)
      two.kill()
      await pass(60_000)
      expect([device.log, one.plan.hasPendingEdits()], `${at} ms`).toEqual([[], false])
      one.kill()
    }
  })
})

it('a page that is hidden time and again sends what waits once', async () => {
  const tab = device.open()
  await pass(10)
  server.travelMs = 500
  type(tab, lake)
  for (let times = 0; times < 4; times++) {
    void tab.plan.flush({ keepalive: true })
    await pass(100)
  }
  await pass(5000)
  expect(server.received).toHaveLength(1)
  expect(stored()).toMatchObject(lake)
})
