import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChecklistGroup } from '#domain/plan/checklist.ts'
import type { Details } from '#domain/plan/details.ts'
import { newId } from '../new-id.ts'
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

const type = ({ plan }: Tab, changed: Partial<Details>) =>
  plan.find('details')?.edit((value) => ({ ...value, ...changed }))
const shown = ({ plan }: Tab) => plan.find('details')?.getSnapshot().value as Details
const stored = () => server.sections.details.value as Details
const savingOf = ({ plan }: Tab) => plan.getState().save
const lake = { destination_name: 'Pog Lake' }
const gate = { car_trip_entry_gate: 'West Gate' }
const editAsOther = (changed: Partial<Details>) => server.editAsOther('details', (value) => ({ ...value, ...changed }))
const sentIds = () => server.received.flat().map(({ id }) => id)
const loseAllRequests = () => {
  server.fates = Array(100).fill('lost')
}
/** Hides the page. What it sends then is not marked as sent on disk. */
const hide = ({ plan }: Tab) => void plan.flush({ keepalive: true })
const killWhileHidden = async (tab: Tab) => {
  hide(tab)
  tab.kill()
  await pass(10)
}

const noteOf = ({ plan }: Tab) => plan.find('notes')?.getSnapshot().value[0]?.text ?? ''
const addToNote = ({ plan }: Tab, text: string) =>
  plan.find('notes')?.edit((notes) => notes.map((note, n) => (n > 0 ? note : { ...note, text: note.text + text })))
const storedNote = () => (server.sections.notes.value as { text: string }[])[0]?.text ?? ''
/** The text that was typed as 'abc' and then 'def' is there once. */
const expectTypedOnce = (when = '') => {
  expect(storedNote(), when).toMatch(/\nabcdef$/)
  expect(storedNote().match(/abc/g), when).toHaveLength(1)
}
/** All tabs show what the server has, and nothing is pending. */
const expectSettled = (...tabs: Tab[]) => {
  for (const tab of tabs) expect([tab.plan.hasPendingEdits(), shown(tab)]).toEqual([false, stored()])
  expect(device.log).toEqual([])
}

describe('two tabs of one person', () => {
  it('show each other’s edits before the server has them, and send them once', async () => {
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

  it('both show saving, then saved', async () => {
    const [one, two] = [device.open(), device.open()]
    await pass(10)
    server.travelMs = 100
    device.receivesEvents = false
    type(one, lake)
    await pass(1020)
    expect([savingOf(one), savingOf(two)]).toEqual(['saving', 'saving'])
    await pass(220)
    expect([savingOf(one), savingOf(two)]).toEqual(['saved', 'saved'])
    expect(shown(two)).toMatchObject(lake)
    await pass(2100)
    expect([savingOf(one), savingOf(two)]).toEqual(['idle', 'idle'])
  })

  it('both show saving at once if one of them saves without a pause', async () => {
    const [one, two] = [device.open(), device.open()]
    await pass(10)
    server.travelMs = 250
    device.receivesEvents = false
    one.plan.find('details')?.edit((value) => ({ ...value, ...lake }), 'at-once')
    await pass(20)
    expect([savingOf(one), savingOf(two)]).toEqual(['saving', 'saving'])
    await pass(500)
    expect([savingOf(one), savingOf(two)]).toEqual(['saved', 'saved'])
  })

  it('never hide what one has saved, even if the other finds its value late', async () => {
    const [one, two] = [device.open(), device.open()]
    Object.assign(device, { receivesEvents: false, valuesMs: 300 })
    type(one, lake)
    await pass(10)
    for (let ms = 0; ms < 3000; ms += 50) {
      expect(shown(two), `${ms} ms`).toMatchObject(lake)
      await pass(50)
    }
    expectSettled(one, two)
  })

  it('keep what is typed in one while it loads a value that the other has persisted', async () => {
    const [one, two] = [device.open(), device.open()]
    type(one, lake)
    await pass(10)
    Object.assign(device, { receivesEvents: false, valuesMs: 300 })
    void one.plan.flush()
    await pass(320)
    type(two, gate)
    for (let ms = 0; ms < 900; ms += 50) {
      await pass(50)
      expect(shown(two), `${ms} ms`).toMatchObject({ ...lake, ...gate })
    }
  })

  it('keep an operation on disk until the value that includes it is persisted', async () => {
    const tab = device.open()
    Object.assign(device, { receivesEvents: false, valuesMs: 300 })
    type(tab, lake)
    await pass(1100)
    expect([stored(), device.log.length, device.values.size]).toMatchObject([lake, 1, 0])
    await pass(300)
    expect([device.log, device.values.get('details')?.value]).toMatchObject([[], lake])
  })

  it('read no value from disk for what a tab types and saves itself', async () => {
    const tab = device.open()
    for (const destination_name of ['P', 'Po', 'Pog', '', 'R']) {
      type(tab, { destination_name })
      await pass(50)
    }
    await pass(5000)
    expect(stored().destination_name).toBe('R')
    expect(device.valueReads).toBe(0)
  })

  it('keep both edits if they edit the same section at the same time', async () => {
    const [one, two] = [device.open(), device.open()]
    type(one, lake)
    type(two, gate)
    await pass(20)
    for (const tab of [one, two]) expect(shown(tab)).toMatchObject({ ...lake, ...gate })
    await pass(5000)
    expect(stored()).toMatchObject({ ...lake, ...gate })
  })

  it('send an edit once if both are flushed at the same time', async () => {
    const [one, two] = [device.open(), device.open()]
    device.receivesEvents = false
    server.travelMs = 500
    type(one, lake)
    await pass(10)
    for (const { plan } of [one, two]) void plan.flush()
    await pass(5000)
    expect(server.received).toHaveLength(1)
    expectSettled(one, two)
  })

  it('send what is pending as the only open one closes', async () => {
    const one = device.open()
    type(one, lake)
    await pass(10)
    one.close()
    await pass(10)
    expect([stored(), server.keepalives]).toMatchObject([lake, [true]])
  })

  it('send the same request again if one is killed before its answer', async () => {
    const [one, two] = [device.open(), device.open()]
    device.receivesEvents = false
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

  it('do not overwrite a newer edit if one slept while the other sent what both had', async () => {
    const [one, two] = [device.open(), device.open()]
    type(one, lake)
    await pass(10)
    // From now on the second one receives no messages.
    device.messageMs = 3_600_000
    void one.plan.flush()
    await pass(10)
    expect(stored()).toMatchObject(lake)
    editAsOther({ destination_name: 'Rock Lake' })
    expect(two.plan.hasPendingEdits()).toBe(true)
    await pass(60_000)
    expect(two.plan.hasPendingEdits()).toBe(false)
    expect(server.received).toHaveLength(1)
    expect(stored().destination_name).toBe('Rock Lake')
  })

  it('do not overwrite a newer edit by repeating what one sent as it was killed', async () => {
    const one = device.open()
    type(one, lake)
    await pass(10)
    await killWhileHidden(one)
    expect(stored()).toMatchObject(lake)
    expect(device.log[0]?.isSent).toBeUndefined()
    editAsOther({ destination_name: 'Rock Lake' })
    const two = device.open()
    type(two, gate)
    await pass(60_000)
    expect(stored()).toMatchObject({ destination_name: 'Rock Lake', ...gate })
    expect(shown(two)).toEqual(stored())
  })

  it('apply nothing twice if one is killed with two requests under way', async () => {
    server.fates = ['answer lost']
    const one = device.open()
    device.receivesEvents = false
    type(one, lake)
    await pass(1100)
    type(one, gate)
    await pass(10)
    await killWhileHidden(one)
    editAsOther({ destination_name: 'Rock Lake', car_trip_entry_gate: 'East Gate' })
    const two = device.open()
    await pass(60_000)
    expect(stored()).toMatchObject({ destination_name: 'Rock Lake', car_trip_entry_gate: 'East Gate' })
    expect(two.plan.hasPendingEdits()).toBe(false)
  })

  it('lose nothing if the only one closes before the disk has its last edit', async () => {
    for (const [disk, fates] of [
      [{}, []],
      [{ isWritten: true }, ['lost']],
      [{}, ['lost', 'lost']],
      [{ isBegun: true }, ['lost', 'lost']],
    ] as const) {
      begin()
      server.fates = [...fates]
      const one = device.open()
      type(one, { destination_name: 'Pog' })
      await pass(10)
      type(one, lake)
      await pass(0)
      type(one, gate)
      one.close(disk)
      const two = device.open()
      expect(shown(two)).toMatchObject({ ...lake, ...gate })
      await pass(60_000)
      expect(stored()).toMatchObject({ ...lake, ...gate })
      expect(device.journalEntries.size).toBe(0)
      two.kill()
    }
  })

  it('lose nothing if one closes before the disk has its last edit: the other sends it once', async () => {
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
    expect(device.journalEntries.size).toBe(0)
  })

  it('show and send what a killed one had on disk', async () => {
    loseAllRequests()
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

  it('both show refused operations, until the person dismisses them in one', async () => {
    const [one, two] = [device.open(), device.open()]
    await pass(10)
    device.receivesEvents = false
    const tickAll = (groups: ChecklistGroup[]) =>
      groups.map((group, n) =>
        n > 0 ? group : { ...group, items: group.items.map((item) => ({ ...item, checked: true })) },
      )
    const items = one.plan.find('checklist')?.getSnapshot().value[0]?.items
    server.editAsOther('checklist', (groups) => groups.slice(1))
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

describe('a live event', () => {
  it.each([0, 100])('acknowledges its operations even if their answer is lost after %s ms', async (travelMs) => {
    server.fates = ['answer lost']
    Object.assign(server, { travelMs })
    const tab = device.open()
    type(tab, lake)
    await pass(1050 + 2 * travelMs)
    expect(savingOf(tab)).toBe('saved')
    editAsOther({ destination_name: 'Rock Lake' })
    await pass(50)
    expect(shown(tab).destination_name).toBe('Rock Lake')
    await pass(60_000)
    expect(server.received).toHaveLength(1)
  })

  it('that does not fit, because one before it was missed, removes nothing from the screen', async () => {
    const tab = device.open()
    device.receivesEvents = false
    editAsOther(gate)
    device.receivesEvents = true
    type(tab, lake)
    server.fates = ['answer lost']
    await pass(990)
    server.travelMs = 500
    for (let ms = 0; ms < 3000; ms += 50) {
      await pass(50)
      expect(shown(tab), `${ms} ms`).toMatchObject(lake)
    }
    await pass(60_000)
    expect(stored()).toMatchObject({ ...lake, ...gate })
    expectSettled(tab)
  })

  it('with only edits by others writes nothing to the log', async () => {
    const tab = device.open()
    await pass(2000)
    const useDisk = vi.spyOn(device, 'useDisk')
    editAsOther(lake)
    await pass(5000)
    expect(shown(tab)).toMatchObject(lake)
    expect(useDisk).not.toHaveBeenCalled()
  })
})

describe('a page in the back/forward cache', () => {
  const editAndFreeze = async (beside: boolean, isBegun = false) => {
    const one = device.open()
    const two = beside ? device.open() : undefined
    await pass(10)
    type(one, lake)
    await pass(0)
    one.freeze({ isBegun })
    await pass(10)
    return [one, two ?? device.open()] as const
  }

  it.each([
    ['the next page', false],
    ['a page beside it', true],
  ])('SAVE-14 does not send again what %s has sent, when it comes back', async (_, beside) => {
    const [one, two] = await editAndFreeze(beside)
    await pass(1500)
    expect(stored()).toMatchObject(lake)
    expect(two.plan.hasPendingEdits()).toBe(false)
    expect(device.journalEntries.size).toBe(0)
    editAsOther({ destination_name: 'Rock Lake' })
    await pass(50)
    type(two, gate)
    await pass(50)
    one.returnFromCache()
    await pass(60_000)
    expect(stored()).toMatchObject({ destination_name: 'Rock Lake', ...gate })
    expectSettled(one, two)
  })

  it.each([
    ['was about to begin', false],
    ['had begun', true],
  ])('SAVE-14 shows the current value when it comes back, also offline, if its write %s', async (_, isBegun) => {
    const [one, two] = await editAndFreeze(true, isBegun)
    void two.plan.flush()
    await pass(100)
    expect(stored()).toMatchObject(lake)
    editAsOther({ destination_name: 'Rock Lake' })
    await pass(1100)
    loseAllRequests()
    one.returnFromCache()
    await pass(50)
    expectSettled(one, two)
  })

  it('SAVE-14 still shows its edit when it comes back offline after another page has sent it', async () => {
    const [one, two] = await editAndFreeze(true)
    await pass(1500)
    loseAllRequests()
    one.returnFromCache()
    for (let ms = 0; ms < 100; ms += 5) {
      await pass(5)
      expect(shown(one), `${ms} ms`).toMatchObject(lake)
    }
    expectSettled(one, two)
  })

  it('SAVE-14 does not duplicate text if it comes back while another page adopts its journal', async () => {
    for (let ms = 0; ms < 200; ms += 10) {
      begin()
      device.diskMs = 40
      const [one, two] = [device.open(), device.open()]
      await pass(500)
      addToNote(one, '\nabc')
      one.freeze()
      await pass(ms)
      one.returnFromCache()
      addToNote(one, 'def')
      await pass(60_000)
      expectTypedOnce(`${ms} ms`)
      for (const tab of [one, two]) tab.kill()
    }
  })

  it('SAVE-14 goes on with its own operations if no page has adopted its journal', async () => {
    server.fates = ['lost']
    const one = device.open()
    type(one, lake)
    one.freeze()
    await pass(500)
    one.returnFromCache()
    type(one, gate)
    await pass(60_000)
    expect(stored()).toMatchObject({ ...lake, ...gate })
    expect(device.log).toEqual([])
  })
})

describe('a disk that does not answer', () => {
  it('SAVE-14 delays no save, and what was sent without it is not sent again when it answers', async () => {
    const tab = device.open()
    await pass(50)
    device.stallDisk()
    type(tab, lake)
    await pass(1000)
    expect(savingOf(tab)).toBe('saving')
    await pass(10_000)
    expect(stored()).toMatchObject(lake)
    expect(savingOf(tab)).toBe('idle')
    editAsOther({ destination_name: 'Rock Lake' })
    await pass(10_000)
    expect(shown(tab).destination_name).toBe('Rock Lake')
    device.resumeDisk()
    await pass(60_000)
    expect(stored().destination_name).toBe('Rock Lake')
    expect(server.received).toHaveLength(1)
    expectSettled(tab)
  })

  it('is waited for once, not by each save', async () => {
    const tab = device.open()
    await pass(50)
    device.stallDisk()
    type(tab, lake)
    await pass(10_000)
    type(tab, gate)
    await pass(1010)
    expect(stored()).toMatchObject({ ...lake, ...gate })
  })

  it('makes the other tab show saving when it answers, for what was sent without it and nothing else', async () => {
    const [one, two] = [device.open(), device.open()]
    await pass(10)
    device.receivesEvents = false
    device.stallDisk()
    type(one, lake)
    server.travelMs = 1500
    await pass(4000)
    device.resumeDisk()
    await pass(50)
    expect([savingOf(one), savingOf(two)]).toEqual(['saving', 'saving'])
    await pass(10_000)
    server.travelMs = 0
    device.stallDisk()
    type(one, { destination_name: 'Rock Lake' })
    await pass(3500)
    expect(stored().destination_name).toBe('Rock Lake')
    type(one, gate)
    device.resumeDisk()
    await pass(50)
    expect(shown(two)).toMatchObject(gate)
    expect(savingOf(two)).toBe('idle')
  })

  it('does not hold back edits behind those of a killed tab', async () => {
    const one = device.open()
    type(one, lake)
    await pass(10)
    one.kill()
    const two = device.open()
    device.stallDisk()
    type(two, gate)
    await pass(10_000)
    expect(stored()).toMatchObject({ ...lake, ...gate })
  })

  it('does not hold back edits behind what a killed tab had sent, while a third one is open', async () => {
    const [one, two] = [device.open(), device.open(), device.open()]
    loseAllRequests()
    type(one, lake)
    await pass(1010)
    one.kill()
    device.stallDisk()
    server.fates = []
    type(two, gate)
    await pass(10_000)
    expect(stored()).toMatchObject({ ...lake, ...gate })
  })

  it('does not change which of two tabs’ edits is the newer one', async () => {
    const [one, two] = [device.open(), device.open(), device.open()]
    type(one, lake)
    await pass(10)
    one.kill()
    device.stallDisk()
    type(two, { destination_name: 'Rock Lake' })
    await pass(10_000)
    device.resumeDisk()
    await pass(60_000)
    expect(stored().destination_name).toBe('Rock Lake')
  })

  it('SAVE-14 delays only the operations on it, which are sent once when it answers', async () => {
    loseAllRequests()
    const one = device.open()
    type(one, lake)
    await pass(10)
    hide(one)
    one.kill()
    device.stallDisk()
    server.fates = []
    const before = stored().destination_name
    const two = device.open()
    expect(shown(two).destination_name).toBe(before)
    type(two, gate)
    await pass(10_000)
    expect(stored()).toMatchObject({ destination_name: before, ...gate })
    device.resumeDisk()
    await pass(10)
    expect(shown(two)).toMatchObject({ ...lake, ...gate })
    await pass(60_000)
    expect(stored()).toMatchObject({ ...lake, ...gate })
    expect(new Set(sentIds()).size).toBe(2)
    expect(device.log).toEqual([])
  })

  it('SAVE-14 overwrites no newer edit with an operation on it that had been sent before', async () => {
    const one = device.open()
    type(one, lake)
    await pass(10)
    await killWhileHidden(one)
    editAsOther({ destination_name: 'Rock Lake' })
    device.stallDisk()
    const two = device.open()
    type(two, gate)
    await pass(500)
    device.resumeDisk()
    await pass(60_000)
    expect(stored()).toMatchObject({ destination_name: 'Rock Lake', ...gate })
    expect(shown(two)).toEqual(stored())
  })

  it('SAVE-14 causes no second request if it answers during a save', async () => {
    loseAllRequests()
    const one = device.open()
    type(one, gate)
    await pass(10)
    one.kill()
    server.fates = []
    device.stallDisk()
    const two = device.open()
    server.travelMs = 1000
    type(two, lake)
    await pass(3500)
    device.resumeDisk()
    await pass(1000)
    expect(stored()).toMatchObject(lake)
    server.travelMs = 0
    editAsOther({ destination_name: 'Rock Lake' })
    await pass(60_000)
    expect(stored()).toMatchObject({ destination_name: 'Rock Lake', ...gate })
    expect(shown(two)).toEqual(stored())
  })

  it('SAVE-14 loses nothing if the page closes: the next one has its edit once the disk answers', async () => {
    device.stallDisk()
    loseAllRequests()
    const one = device.open()
    type(one, lake)
    await pass(5000)
    one.close()
    const two = device.open()
    device.resumeDisk()
    await pass(10)
    expect(shown(two)).toMatchObject(lake)
    server.fates = []
    await pass(60_000)
    expect(stored()).toMatchObject(lake)
    expect(device.journalEntries.size).toBe(0)
  })
})

describe('a disk that fails', () => {
  it('makes the browser ask before the page is left, until the edit is on disk', async () => {
    const tab = device.open()
    loseAllRequests()
    device.diskFailures = 1
    type(tab, lake)
    await pass(10)
    expect(tab.plan.isSafe).toBe(false)
    device.diskFailures = 0
    await pass(40_000)
    expect([tab.plan.isSafe, device.log.length]).toEqual([true, 1])
  })

  it('SAVE-14 as a request begins leaves text that is still being typed in another tab to that tab', async () => {
    const [one, two] = [device.open(), device.open()]
    device.receivesEvents = false
    server.travelMs = 100
    addToNote(one, '\nabc')
    await pass(10)
    device.diskFailures = 1
    void two.plan.flush()
    await pass(10)
    expect(savingOf(two)).toBe('saving')
    addToNote(one, 'def')
    await pass(60_000)
    expectTypedOnce()
  })

  it('SAVE-14 causes no second request for an edit that is both on it and in a journal', async () => {
    const [one, two] = [device.open(), device.open()]
    await pass(10)
    loseAllRequests()
    type(one, lake)
    await pass(0)
    one.close({ isWritten: true })
    device.diskFailures = 1
    await pass(10)
    device.diskFailures = 1
    server.fates = []
    server.received.length = 0
    void two.plan.flush()
    await pass(1000)
    expect(stored()).toMatchObject(lake)
    expect(new Set(sentIds()).size).toBe(sentIds().length)
  })

  it('SAVE-14 once does not duplicate what was typed before and after', async () => {
    const tab = device.open()
    addToNote(tab, '\nabc')
    await pass(10)
    device.diskFailures = 1
    type(tab, gate)
    await pass(10)
    addToNote(tab, 'def')
    expect(noteOf(tab)).toMatch(/\nabcdef$/)
    await pass(60_000)
    expectTypedOnce()
    expect(stored()).toMatchObject(gate)
    expect(device.log).toEqual([])
  })

  it('SAVE-14 once does not bring back what was undone after it', async () => {
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

  it('several times does not overwrite newer edits or bring back dismissed refusals', async () => {
    const tab = device.open()
    type(tab, { car_trip_entry_gate: POISON })
    await pass(5000)
    device.diskFailures = 9
    type(tab, lake)
    await pass(2000)
    expect(stored()).toMatchObject(lake)
    tab.plan.dismiss(tab.plan.getState().refused.map(({ operation }) => operation.id))
    editAsOther({ destination_name: 'Rock Lake' })
    await pass(10)
    device.diskFailures = 0
    await reloadLog(tab)
    expect(shown(tab).destination_name).toBe('Rock Lake')
    await pass(60_000)
    expect([stored().destination_name, tab.plan.getState().refused, device.log]).toEqual(['Rock Lake', [], []])
  })

  const reloadLog = (tab: Tab) => Promise.all([tab.plan.reloadLog(), pass(10)])
})

describe('text that was sent as the page was hidden', () => {
  it('SAVE-14 is not duplicated when the person types on', async () => {
    server.travelMs = 300
    const tab = device.open()
    addToNote(tab, '\nabc')
    await pass(10)
    hide(tab)
    await pass(10)
    addToNote(tab, 'def')
    await pass(60_000)
    expectTypedOnce()
  })

  it.each([
    ['is sent too', 10],
    ['is too large to be sent', 100_000],
  ])('SAVE-14 is not duplicated by what the page writes to its journal, which %s', async (_, length) => {
    device.receivesEvents = false
    server.fates = ['answer lost', 'lost', 'lost']
    const one = device.open()
    addToNote(one, '\nabc')
    await pass(10)
    hide(one)
    await pass(10)
    addToNote(one, 'def')
    type(one, { map_embed_url: 'x'.repeat(length) })
    one.close()
    device.open()
    await pass(60_000)
    expectTypedOnce()
  })
})

describe('a sign-out', () => {
  const signOut = ({ plan }: Tab) => plan.close()

  it.each([
    ['does not answer', () => device.stallDisk()],
    ['fails', () => Object.assign(device, { diskFailures: 9 })],
  ])('SAVE-14 does not lose what was typed while the disk %s', async (_, breakDisk) => {
    const one = device.open()
    await pass(10)
    breakDisk()
    type(one, lake)
    await pass(10)
    signOut(one)
    one.kill()
    device.resumeDisk()
    device.diskFailures = 0
    const two = device.open()
    expect(shown(two)).toMatchObject(lake)
    await pass(60_000)
    expect(stored()).toMatchObject(lake)
    expect(device.journalEntries.size).toBe(0)
  })

  it('ends all sending, even if the disk answers only later', async () => {
    const one = device.open()
    await pass(10)
    type(one, lake)
    await pass(900)
    device.stallDisk()
    await pass(500)
    signOut(one)
    device.resumeDisk()
    await pass(60_000)
    expect(server.received).toEqual([])
  })

  it('SAVE-14 does not duplicate text that was sent before it and typed on', async () => {
    device.receivesEvents = false
    const one = device.open()
    addToNote(one, '\nabc')
    await pass(10)
    server.fates = ['answer lost']
    device.stallDisk()
    await pass(4000)
    addToNote(one, 'def')
    signOut(one)
    one.kill()
    device.resumeDisk()
    device.open()
    await pass(60_000)
    expectTypedOnce()
  })
})

describe('the unload journal', () => {
  /** A page that adopts it is killed before the disk has its operations: the next page still finds it. */
  it('SAVE-14 stays until the disk has its operations, even if an adopting page is killed', async () => {
    for (let ms = 0; ms < 200; ms += 10) {
      begin()
      loseAllRequests()
      device.diskMs = 40
      const [one, two] = [device.open(), device.open()]
      await pass(500)
      type(two, gate)
      await pass(60)
      type(one, lake)
      one.close()
      await pass(ms)
      two.kill()
      const three = device.open()
      expect(shown(three), `${ms} ms`).toMatchObject(lake)
      three.kill()
    }
  })

  it('SAVE-14 counts as older than what is typed since in the tab beside it', async () => {
    const [one, two] = [device.open(), device.open()]
    await pass(10)
    device.stallDisk()
    type(one, { destination_name: 'older' })
    one.close()
    type(two, { destination_name: 'newer' })
    await pass(500)
    device.resumeDisk()
    await pass(60_000)
    expect(stored().destination_name).toBe('newer')
    expect(shown(two)).toEqual(stored())
  })

  it('SAVE-14 is sent once if it was written twice, even if the disk has nothing of it', async () => {
    device.stallDisk()
    loseAllRequests()
    const one = device.open({ isUnread: false })
    type(one, lake)
    one.plan.unload()
    one.close()
    expect(device.journalEntries.size).toBe(2)
    await pass(10)
    server.fates = []
    server.received.length = 0
    const two = device.open({ isUnread: false })
    await pass(10_000)
    expect(shown(two)).toMatchObject(lake)
    expect(server.received).toMatchObject([[{ to: lake.destination_name }]])
  })

  it('SAVE-14 keeps a second entry when the first one is removed', async () => {
    for (let ms = 0; ms < 130; ms += 10) {
      begin()
      device.diskMs = 40
      loseAllRequests()
      const [one, two] = [device.open(), device.open()]
      await pass(500)
      type(one, lake)
      one.freeze()
      await pass(ms)
      one.returnFromCache()
      type(one, gate)
      one.close()
      await pass(2000)
      server.fates = []
      await pass(60_000)
      expect(stored(), `${ms} ms`).toMatchObject({ ...lake, ...gate })
      two.kill()
    }
  })

  it('does not overwrite what was typed after it, even if the disk is read late', async () => {
    device.stallDisk()
    const one = device.open()
    type(one, { destination_name: 'older' })
    loseAllRequests()
    one.close()
    await pass(10)
    server.fates = []
    const two = device.open()
    type(two, { destination_name: 'newer' })
    await pass(500)
    device.resumeDisk()
    await pass(60_000)
    expect(stored().destination_name).toBe('newer')
  })

  it('includes refused operations that the disk does not have', async () => {
    device.stallDisk()
    const one = device.open({ isUnread: false })
    type(one, { car_trip_entry_gate: POISON })
    await pass(10_000)
    expect(one.plan.getState().refused).toHaveLength(1)
    one.close()
    device.resumeDisk()
    const two = device.open()
    await pass(60_000)
    expect(two.plan.getState().refused).toHaveLength(1)
  })

  it('is not needed for what a killed tab had on disk: the tab beside it sends that', async () => {
    for (let at = 1000; at < 1300; at += 15) {
      begin()
      Object.assign(device, { diskMs: 40, receivesEvents: false })
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

it('a page that is hidden repeatedly sends what is pending once', async () => {
  const tab = device.open()
  await pass(10)
  server.travelMs = 500
  type(tab, lake)
  for (let times = 0; times < 4; times++) {
    hide(tab)
    await pass(100)
  }
  await pass(5000)
  expect(server.received).toHaveLength(1)
  expect(stored()).toMatchObject(lake)
})

it('a page that is hidden again sends again what did not arrive at first', async () => {
  const tab = device.open()
  await pass(10)
  server.fates = ['lost']
  type(tab, lake)
  for (let times = 0; times < 2; times++) {
    hide(tab)
    await pass(100)
  }
  expect(server.keepalives).toEqual([true, true])
  expect(stored()).toMatchObject(lake)
})

it.each([
  ['operations', (tab: Tab) => addNotes(tab, 201)],
  ['bytes', (tab: Tab) => type(tab, { map_embed_url: 'x'.repeat(70_000) })],
])('a hidden page with more %s than one keepalive request takes sends normal requests', async (_, fill) => {
  const tab = device.open()
  await pass(10)
  fill(tab)
  hide(tab)
  await pass(5000)
  expect(tab.plan.hasPendingEdits()).toBe(false)
  expect(server.keepalives).not.toContain(true)
})

const addNotes = ({ plan }: Tab, count: number) =>
  plan.find('notes')?.edit((notes) => [...notes, ...Array.from({ length: count }, () => ({ id: newId(), text: '' }))])
