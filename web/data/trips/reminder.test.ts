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

describe('the invitation for a reminder', () => {
  const found = (invitations: Invitation[], count = 3) => findForReminder(invitations, count, NOW)?.id

  it('is an open one whose link can be shown', () => {
    expect(found([])).toBeUndefined()
    expect(found([invitation('open')])).toBe('open')
    expect(
      found([invitation('revoked', { state: 'revoked' }), invitation('full', { state: 'used_up' })]),
    ).toBeUndefined()
    expect(found([invitation('another key', { has_link: false })])).toBeUndefined()
    const { has_link: _, ...older } = invitation('older server')
    expect(found([older])).toBeUndefined()
  })

  it('has room for everybody named', () => {
    const forFour = invitation('for four', { max_uses: 4, uses: 1 })
    expect(found([forFour], 3)).toBe('for four')
    expect(found([forFour], 4)).toBeUndefined()
  })

  it('is valid for three days or more, and of several is the one that expires last', () => {
    expect(found([invitation('soon over', { expires_at: inDays(2.9) })])).toBeUndefined()
    const three = invitation('three days', { expires_at: inDays(3) })
    expect(found([three])).toBe('three days')
    expect(
      found([three, invitation('ten days', { expires_at: inDays(10) }), invitation('five', { expires_at: inDays(5) })]),
    ).toBe('ten days')
  })
})
