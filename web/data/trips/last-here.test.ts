import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SeenVersions } from '#domain/api/since.ts'
import type { SectionName } from '#domain/plan/index.ts'
import type { Seen } from '../storage/persisted-seen.ts'
import { BRIEF_MS, LastHere } from './last-here.ts'

const MINUTE = 60_000
const overview: SectionName[] = ['details', 'notes']

let stored: Seen | undefined
let versions: SeenVersions
let reportSeen: ReturnType<typeof vi.fn<(seen: SeenVersions) => void>>
let here: LastHere

const seen = () => Object.fromEntries(Object.entries(stored ?? {}).map(([name, { version }]) => [name, version]))
const watch = (shown = overview, { hasNews = false } = {}) =>
  here.updatePageState({ isVisible: true, isLive: true, shown, hasNews })
const lose = (shown = overview) => here.updatePageState({ isVisible: true, isLive: false, shown, hasNews: false })
const leave = () => here.updatePageState({ isVisible: false, isLive: false, shown: overview, hasNews: false })
const advance = (ms: number) => vi.setSystemTime(Date.now() + ms)
const open = () => {
  here = new LastHere({
    read: () => stored,
    persist: (seen) => {
      stored = seen
    },
    versions: () => versions,
    reportSeen: reportSeen,
  })
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-06-01T10:00:00Z') })
  stored = undefined
  versions = { details: 1, notes: 1, checklist: 1 }
  reportSeen = vi.fn()
  open()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('LastHere', () => {
  it('counts everything as seen on a first visit and reports nothing', () => {
    lose()
    expect(stored).toBeUndefined()
    watch()
    expect(here.getAbsence()).toBeUndefined()
    expect(seen()).toEqual({ details: 1, notes: 1, checklist: 1 })
    expect(reportSeen).not.toHaveBeenCalled()
  })

  it('reports an absence from the seen versions when there are newer ones', () => {
    watch()
    advance(5 * MINUTE)
    leave()
    const left = Date.now()
    advance(3 * 24 * 60 * MINUTE)
    open()
    versions = { details: 1, notes: 4, checklist: 2 }
    lose()
    expect(here.getAbsence()).toBeUndefined()
    watch()
    expect(here.getAbsence()).toEqual({ at: left, versions: { notes: 1, checklist: 1 } })
    // Nothing more counts as seen until the report is opened.
    versions = { details: 2, notes: 5, checklist: 2 }
    watch()
    leave()
    expect(seen()).toEqual({ details: 1, notes: 1, checklist: 1 })
  })

  it('counts reported versions as seen once the report is opened, and sends them to the server', () => {
    watch()
    leave()
    versions = { details: 1, notes: 4, checklist: 2 }
    watch()
    here.see({ notes: 4, checklist: 2 })
    expect(reportSeen).toHaveBeenLastCalledWith({ details: 1, notes: 4, checklist: 2 })
    expect(here.getAbsence()).toBeDefined()
    here.settle({ notes: 4, checklist: 2 })
    expect(here.getAbsence()).toBeUndefined()
    expect(seen()).toEqual({ details: 1, notes: 4, checklist: 2 })
    leave()
    watch()
    expect(here.getAbsence()).toBeUndefined()
  })

  it('counts changes on the visible tab as seen, but not changes on other tabs', () => {
    watch()
    versions = { details: 1, notes: 2, checklist: 2 }
    watch(overview, { hasNews: true })
    leave()
    expect(seen()).toEqual({ details: 1, notes: 2, checklist: 1 })
    expect(reportSeen).toHaveBeenLastCalledWith({ details: 1, notes: 2, checklist: 1 })
    watch()
    expect(here.getAbsence()).toMatchObject({ versions: { checklist: 1 } })
    here.settle({ checklist: 2 })
    versions = { details: 1, notes: 2, checklist: 3 }
    watch(['checklist'])
    expect(seen()).toMatchObject({ checklist: 3 })
  })

  it('counts changes as seen up to the moment of leaving the tab or the page', () => {
    watch()
    versions = { ...versions, notes: 2 }
    watch(['checklist'])
    versions = { ...versions, checklist: 2 }
    leave()
    expect(seen()).toEqual({ details: 1, notes: 2, checklist: 2 })
  })

  it('sends nothing to the server if nobody else has changed anything', () => {
    watch()
    versions = { ...versions, notes: 2 }
    leave()
    expect(reportSeen).not.toHaveBeenCalled()
  })

  it('counts changes during a short stream outage as seen, but not during a longer one', () => {
    watch()
    lose()
    advance(BRIEF_MS - 1)
    versions = { ...versions, notes: 2 }
    watch()
    expect(here.getAbsence()).toBeUndefined()
    expect(seen()).toMatchObject({ notes: 2 })
    lose()
    const lost = Date.now()
    advance(BRIEF_MS)
    versions = { ...versions, notes: 3 }
    watch()
    expect(here.getAbsence()).toEqual({ at: lost, versions: { notes: 2 } })
  })

  it('does not count changes while the page was hidden, however briefly', () => {
    watch()
    here.updatePageState({ isVisible: false, isLive: true, shown: overview, hasNews: false })
    versions = { ...versions, notes: 2 }
    watch()
    expect(here.getAbsence()).toMatchObject({ versions: { notes: 1 } })
  })

  it('counts what another tab of this device has shown meanwhile', () => {
    watch()
    leave()
    versions = { ...versions, notes: 2 }
    watch()
    expect(here.getAbsence()).toBeDefined()
    leave()
    stored = { ...stored, notes: { version: 2, at: Date.now() } }
    watch()
    expect(here.getAbsence()).toBeUndefined()
  })

  it('keeps an open report while the page is hidden for a moment', () => {
    watch()
    leave()
    versions = { ...versions, notes: 2 }
    watch()
    const absence = here.getAbsence()
    here.see({ notes: 2 })
    leave()
    advance(5 * MINUTE)
    watch()
    expect(here.getAbsence()).toBe(absence)
    here.settle({ notes: 2 })
    leave()
    watch()
    expect(here.getAbsence()).toBeUndefined()
  })

  it('counts a section that is new to the trip as seen', () => {
    watch()
    leave()
    versions = { ...versions, meals: 7 }
    watch()
    expect(here.getAbsence()).toBeUndefined()
    expect(seen()).toMatchObject({ meals: 7 })
  })

  it('dates the absence by the newer section that was last seen longest ago', () => {
    watch()
    advance(MINUTE)
    versions = { ...versions, checklist: 2 }
    watch()
    const unseen = Date.now() - MINUTE
    advance(MINUTE)
    leave()
    versions = { ...versions, notes: 2 }
    watch()
    expect(here.getAbsence()).toEqual({ at: unseen, versions: { notes: 1, checklist: 1 } })
  })
})
