import { describe, expect, it } from 'vitest'
import { withDefaults } from '../operations/defaults.ts'
import type { Mutation } from '../operations/operation.ts'
import { validateOperation } from '../operations/validate-operation.ts'
import { costs, newPayee, newPayment } from './costs.ts'
import { forms } from './forms.ts'

const [robin, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']

describe('costs of an older version', () => {
  it('open without fees and without how to pay people', () => {
    const { fee: _, ...payment } = newPayment(other, { from: robin, to: other, amount: 1, currency: 'EUR' }, robin)
    const old: unknown = { currency: 'EUR', expenses: [], payments: [payment], former: [] }
    const complete = { ...(old as object), payments: [{ ...payment, fee: '' }], payees: [], fees: [] }
    expect(withDefaults(forms.costs, old)).toEqual(complete)
    expect(costs.schema.parse(old)).toEqual(complete)
  })
})

describe('how to pay somebody', () => {
  const set = (field: string, to: unknown) =>
    validateOperation(forms.costs, { do: 'set', at: ['payees', robin, field], was: '', to } as Mutation)

  it.each([
    ['link', 'javascript:alert(1)'],
    ['link', 'http://example.org'],
    ['iban', 'DE89370400440532013001'],
    ['iban', 'DE8937040044053201300'],
    ['iban', 'DE89 3704 0044 0532 0130 00'],
    ['account_name', 'n'.repeat(71)],
  ])('is refused if no client should have sent it: %s %s', (field, to) => {
    expect(set(field, to)).toBeDefined()
    const entry = { ...newPayee(robin), [field]: to }
    expect(validateOperation(forms.costs, { do: 'insert', at: ['payees', robin], entry })).toBeDefined()
  })

  it('may be a link, an account, or empty', () => {
    for (const [field, to] of [
      ['link', 'https://example.org/robin'],
      ['iban', 'DE89370400440532013000'],
      ['iban', ''],
      ['link', ''],
    ] as const)
      expect(set(field, to)).toBeUndefined()
  })

  it('is nothing for readers', () => {
    const value = { ...costs.empty, payees: [{ ...newPayee(robin), iban: 'DE89370400440532013000' }] }
    expect(JSON.stringify(costs.readers(value))).not.toContain('DE89')
  })
})
