import { afterEach, describe, expect, it, vi } from 'vitest'
import { id } from '#domain/id.ts'
import { newId } from './new-id.ts'

describe('newId', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  it('DATA-53 returns a different, valid UUID of version 7 each time', () => {
    const ids = Array.from({ length: 1000 }, newId)
    for (const uuid of ids) {
      expect(id.parse(uuid)).toBe(uuid)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }
    expect(new Set(ids).size).toBe(1000)
  })

  it('DATA-53 starts with the time in milliseconds, so later ids sort after earlier ones', () => {
    const clock = vi.spyOn(Date, 'now')
    const idAt = (time: number) => {
      clock.mockReturnValue(time)
      return newId()
    }
    const time = Date.parse('2026-11-20T10:30:00.123Z')
    expect(Number.parseInt(idAt(time).replace('-', '').slice(0, 12), 16)).toBe(time)
    expect(idAt(time) < idAt(time + 1)).toBe(true)
  })

  it('returns a valid UUID for any random bytes and any time', () => {
    const bytes = vi.spyOn(crypto, 'getRandomValues')
    const clock = vi.spyOn(Date, 'now')
    clock.mockReturnValue(0)
    bytes.mockImplementation((array) => array)
    expect(newId()).toBe('00000000-0000-7000-8000-000000000000')
    clock.mockReturnValue(2 ** 48 - 1)
    bytes.mockImplementation((array) => (array as Uint8Array).fill(255) as unknown as typeof array)
    expect(newId()).toBe('ffffffff-ffff-7fff-bfff-ffffffffffff')
  })

  it('does not use APIs that exist on secure addresses only', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    expect(id.safeParse(newId()).success).toBe(true)
  })
})
