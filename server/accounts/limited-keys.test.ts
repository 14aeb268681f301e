import { describe, expect, it } from 'vitest'
import { LimitedKeys } from './limited-keys.ts'
import { hashOf } from './secret.ts'

describe('the keys of counters', () => {
  it('are separate until there are too many; then new ones share a few, and counted ones stay separate', () => {
    let now = 0
    const keys = new LimitedKeys(100, () => now)
    const keyOf = (name: string | number) => keys.keyFor('joining', hashOf(String(name)), 60)
    const own = Array.from({ length: 100 }, (_, number) => keyOf(number))
    expect(new Set(own).size).toBe(100)
    const more = Array.from({ length: 5000 }, (_, number) => keyOf(`more ${number}`))
    expect(new Set(more).size).toBeLessThanOrEqual(1024)
    expect(more.some((key) => own.includes(key))).toBe(false)
    expect(keyOf(7)).toBe(own[7])
    now = 61_000
    const later = Array.from({ length: 100 }, (_, number) => keyOf(`later ${number}`))
    expect(new Set(later).size).toBe(100)
    expect(later.some((key) => key.includes('shared'))).toBe(false)
  })

  it('differ between limits', () => {
    const keys = new LimitedKeys()
    expect(keys.keyFor('code', hashOf('ana'), 60)).not.toBe(keys.keyFor('joining', hashOf('ana'), 60))
  })
})
