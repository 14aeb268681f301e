import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SeenVersions } from '#domain/api/since.ts'
import type { SectionName } from '#domain/plan/index.ts'
import type { Seen } from '../device/persisted-seen.ts'
import { BRIEF_MS, LastHere } from './last-here.ts'

const MINUTE = 60_000
const overview: SectionName[] = ['details', 'notes']

let kept: Seen | undefined
let versions: SeenVersions
let tell: ReturnType<typeof vi.fn<(seen: SeenVersions) => void>>
let here: LastHere

const seen = () => Object.fromEntries(Object.entries(kept ?? {}).map(([name, { version }]) => [name, version]))
const watch = (shown = overview, { hasNews = false } = {}) =>
  here.note({ isLooked: true, isLive: true, shown, hasNews })
const lose = (shown = overview) => here.note({ isLooked: true, isLive: false, shown, hasNews: false })
const leave = () => here.note({ isLooked: false, isLive: false, shown: overview, hasNews: false })
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
/** A page that is opened anew. */
const open = () => {
  here = new LastHere({
    read: () => kept,
    keep: (seen) => {
      kept = seen
    },
    versions: () => versions,
    tell,
  })
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-06-01T10:00:00Z') })
  kept = undefined
  versions = { details: 1, notes: 1, checklist: 1 }
  tell = vi.fn()
  open()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('what somebody has seen of a trip', () => {
  it('is all of it on a first visit, of which nothing is told', () => {
    lose()
    expect(kept).toBeUndefined()
    watch()
    expect(here.getAbsence()).toBeUndefined()
    expect(seen()).toEqual({ details: 1, notes: 1, checklist: 1 })
    expect(tell).not.toHaveBeenCalled()
  })

  it('is not what became newer while they were away: since then they are to be told, from what they had seen', () => {
    watch()
    pass(5 * MINUTE)
    leave()
    const left = Date.now()
    pass(3 * 24 * 60 * MINUTE)
    open()
    versions = { details: 1, notes: 4, checklist: 2 }
    lose()
    expect(here.getAbsence()).toBeUndefined()
    watch()
    expect(here.getAbsence()).toEqual({ at: left, versions: { notes: 1, checklist: 1 } })
    // Until it is looked at nothing more is seen.
    versions = { details: 2, notes: 5, checklist: 2 }
    watch()
    leave()
    expect(seen()).toEqual({ details: 1, notes: 1, checklist: 1 })
  })

  it('is what they were told once they look at it, or dismiss it; the server is told for their other devices', () => {
    watch()
    leave()
    versions = { details: 1, notes: 4, checklist: 2 }
    watch()
    here.see({ notes: 4, checklist: 2 })
    expect(tell).toHaveBeenLastCalledWith({ details: 1, notes: 4, checklist: 2 })
    expect(here.getAbsence()).toBeDefined()
    here.settle({ notes: 4, checklist: 2 })
    expect(here.getAbsence()).toBeUndefined()
    expect(seen()).toEqual({ details: 1, notes: 4, checklist: 2 })
    leave()
    watch()
    expect(here.getAbsence()).toBeUndefined()
  })

  it('is what others change on the screen while they look, and not what they change on another tab', () => {
    watch()
    versions = { details: 1, notes: 2, checklist: 2 }
    watch(overview, { hasNews: true })
    leave()
    expect(seen()).toEqual({ details: 1, notes: 2, checklist: 1 })
    expect(tell).toHaveBeenLastCalledWith({ details: 1, notes: 2, checklist: 1 })
    watch()
    expect(here.getAbsence()).toMatchObject({ versions: { checklist: 1 } })
    here.settle({ checklist: 2 })
    versions = { details: 1, notes: 2, checklist: 3 }
    watch(['checklist'])
    expect(seen()).toMatchObject({ checklist: 3 })
  })

  it('is what came on the screen up to the moment at which they left the tab, or the page', () => {
    watch()
    versions = { ...versions, notes: 2 }
    watch(['checklist'])
    versions = { ...versions, checklist: 2 }
    leave()
    expect(seen()).toEqual({ details: 1, notes: 2, checklist: 2 })
  })

  it('is not told to the server where nobody else has changed anything', () => {
    watch()
    versions = { ...versions, notes: 2 }
    leave()
    expect(tell).not.toHaveBeenCalled()
  })

  it('is what came while a stream that had broken was opened again, and not what came after a longer silence', () => {
    watch()
    lose()
    pass(BRIEF_MS - 1)
    versions = { ...versions, notes: 2 }
    watch()
    expect(here.getAbsence()).toBeUndefined()
    expect(seen()).toMatchObject({ notes: 2 })
    lose()
    const lost = Date.now()
    pass(BRIEF_MS)
    versions = { ...versions, notes: 3 }
    watch()
    expect(here.getAbsence()).toEqual({ at: lost, versions: { notes: 2 } })
  })

  it('is not what came while the page was out of sight, however briefly', () => {
    watch()
    here.note({ isLooked: false, isLive: true, shown: overview, hasNews: false })
    versions = { ...versions, notes: 2 }
    watch()
    expect(here.getAbsence()).toMatchObject({ versions: { notes: 1 } })
  })

  it('is what another tab of this device has shown meanwhile', () => {
    watch()
    leave()
    versions = { ...versions, notes: 2 }
    watch()
    expect(here.getAbsence()).toBeDefined()
    leave()
    kept = { ...kept, notes: { version: 2, at: Date.now() } }
    watch()
    expect(here.getAbsence()).toBeUndefined()
  })

  it('goes on being told while somebody looks at it, though the page is out of sight for a moment', () => {
    watch()
    leave()
    versions = { ...versions, notes: 2 }
    watch()
    const told = here.getAbsence()
    here.see({ notes: 2 })
    leave()
    pass(5 * MINUTE)
    watch()
    expect(here.getAbsence()).toBe(told)
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

  it('says since when by the section that was seen longest ago, of those that are newer', () => {
    watch()
    pass(MINUTE)
    versions = { ...versions, checklist: 2 }
    watch()
    const unseen = Date.now() - MINUTE
    pass(MINUTE)
    leave()
    versions = { ...versions, notes: 2 }
    watch()
    expect(here.getAbsence()).toEqual({ at: unseen, versions: { notes: 1, checklist: 1 } })
  })
})
