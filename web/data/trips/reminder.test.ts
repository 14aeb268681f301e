import { describe, expect, it } from 'vitest'
import type { Invitation } from '#domain/api/people.ts'
import { findForReminder } from './reminder.ts'

const NOW = Date.parse('2026-08-01T12:00:00.000Z')
const inDays = (days: number) => new Date(NOW + days * 24 * 60 * 60_000).toISOString()

const invitation = (id: string, overrides: Partial<Invitation> = {}): Invitation => ({
  id,
  created_by: 'robin',
  created_at: inDays(-1),
  expires_at: inDays(29),
  max_uses: null,
  uses: 0,
  state: 'open',
  has_link: true,
  ...overrides,
})

describe('findForReminder', () => {
  const findId = (invitations: Invitation[], count = 3) => findForReminder(invitations, count, NOW)?.id

  it('returns an open invitation whose link can be shown', () => {
    expect(findId([])).toBeUndefined()
    expect(findId([invitation('open')])).toBe('open')
    expect(
      findId([invitation('revoked', { state: 'revoked' }), invitation('full', { state: 'used_up' })]),
    ).toBeUndefined()
    expect(findId([invitation('another key', { has_link: false })])).toBeUndefined()
    const { has_link: _, ...older } = invitation('older server')
    expect(findId([older])).toBeUndefined()
  })

  it('requires enough uses left', () => {
    const forFour = invitation('for four', { max_uses: 4, uses: 1 })
    expect(findId([forFour], 3)).toBe('for four')
    expect(findId([forFour], 4)).toBeUndefined()
  })

  it('requires three days of validity, and prefers the invitation that expires last', () => {
    expect(findId([invitation('soon over', { expires_at: inDays(2.9) })])).toBeUndefined()
    const three = invitation('three days', { expires_at: inDays(3) })
    expect(findId([three])).toBe('three days')
    expect(
      findId([
        three,
        invitation('ten days', { expires_at: inDays(10) }),
        invitation('five', { expires_at: inDays(5) }),
      ]),
    ).toBe('ten days')
  })
})
