import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { derivedId } from '../derived-id.ts'
import { id, itemList } from '../id.ts'
import { formOf } from '../operations/form.ts'
import { freeText } from '../text.ts'
import { costs, newPayee, newPayment } from './costs.ts'
import { forms } from './forms.ts'
import { mergePersons, mergePrivate, mergeReferences } from './merge-people.ts'
import { newPerson } from './people.ts'
import { idFromPerson, personId, personRef } from './person-ref.ts'
import { newRecord } from './private.ts'

const [omar, haddad, ana] = ['omar', 'haddad', 'ana'].map(derivedId) as [string, string, string]
const pair = { staysId: haddad, mergedId: omar }

describe('merging what refers to people', () => {
  const claimId = ({ item, person }: { item: string; person: string }) => derivedId(`${item}/${person}`)
  const form = formOf(
    z.strictObject({
      riders: itemList(z.strictObject({ id: personId, car: freeText(20) })),
      claims: itemList(z.strictObject({ id: idFromPerson(claimId), item: id, person: personRef })),
      purchases: itemList(z.strictObject({ id, person: personRef })),
    }),
  )
  const claim = (person: string) => ({ id: claimId({ item: ana, person }), item: ana, person })

  it('keeps the place in a list, and says what happened to whom', () => {
    const rider = (of: string) => ({ id: of, car: 'red' })
    const purchase = { id: derivedId('milk'), person: omar }
    const value = { riders: [rider(omar), rider(ana)], claims: [claim(omar)], purchases: [purchase] }
    const derived: [string, string][] = []
    const merged = mergeReferences(form, value, pair, (...ids) => derived.push(ids))
    expect(merged.value).toEqual({
      riders: [rider(haddad), rider(ana)],
      claims: [claim(haddad)],
      purchases: [{ ...purchase, person: haddad }],
    })
    expect(derived).toEqual([[claim(omar).id, claim(haddad).id]])
    expect(merged.applied).toContainEqual({
      do: 'set',
      at: ['purchases', purchase.id, 'person'],
      was: omar,
      to: haddad,
    })
    const removed = merged.applied.flatMap((one) => (one.do === 'remove' ? [[one.at, one.into]] : []))
    expect(removed).toEqual([
      [
        ['riders', omar],
        ['riders', haddad],
      ],
      [
        ['claims', claim(omar).id],
        ['claims', claim(haddad).id],
      ],
    ])
  })

  it('gives nobody the payment details of somebody else', () => {
    const payee = (of: string) => ({ ...newPayee(of), iban: 'DE89370400440532013000' })
    const payment = newPayment(derivedId('paid'), { from: ana, to: omar, amount: 1, currency: 'EUR' }, ana)
    for (const payees of [[payee(omar)], [payee(haddad)], [payee(omar), payee(haddad)]]) {
      const value = { ...costs.empty, payments: [payment], payees: [...payees, payee(ana)] }
      const merged = mergeReferences(forms.costs, value, pair)
      expect(merged.value.payees).toEqual([payee(ana)])
      expect(merged.value.payments).toEqual([{ ...payment, to: haddad }])
      // They were not merged into an entry of anybody.
      const removed = merged.applied.flatMap((one) => (one.do === 'remove' ? [[one.at, one.into]] : []))
      expect(removed).toEqual(payees.map(({ id }) => [['payees', id], undefined]))
    }
  })

  it('changes nothing in a section that does not name them', () => {
    const value = { riders: [], claims: [claim(ana)], purchases: [] }
    const merged = mergeReferences(form, value, pair)
    expect(merged.value).toBe(value)
    expect(merged.applied).toEqual([])
  })
})

describe('merging two people', () => {
  it('never drops an allergy, and repeats no note', () => {
    const [stays, merged] = [newPerson(haddad, 'Omar Haddad'), newPerson(omar, 'Omar')]
    stays.allergens.nuts = true
    stays.food_note = 'No onions'
    merged.allergens.milk = true
    merged.food_note = 'No onions'
    merged.carries_medicine = true
    const one = mergePersons(stays, merged)
    expect(one).toMatchObject({ id: haddad, name: 'Omar Haddad', food_note: 'No onions', carries_medicine: true })
    expect(one.allergens).toMatchObject({ nuts: true, milk: true, fish: false })
    expect(mergePersons(stays, { ...merged, food_note: 'No garlic' }).food_note).toBe('No onions\nNo garlic')
  })

  it('takes the age with the kind, unless they contradict each other', () => {
    const adult = newPerson(haddad, 'Lina')
    const child = { ...newPerson(omar, 'Lina'), kind: 'child' as const, age: '7' }
    expect(mergePersons(adult, child)).toMatchObject({ kind: 'child', age: '7' })
    expect(mergePersons({ ...child, age: '' }, { ...adult, age: '40' })).toMatchObject({ kind: 'child', age: '' })
  })
})

describe('merging private records', () => {
  const place = (of: string) => ({ partyId: of, personId: of })
  const records = (stays: object, merged: object) => [
    { id: haddad, persons: [{ ...newRecord(haddad), ...stays }] },
    { id: omar, persons: [{ ...newRecord(omar), ...merged }] },
  ]
  const merge = (stays: object, merged: object) =>
    mergePrivate(records(stays, merged), place(haddad), place(omar))?.flatMap(({ persons }) => persons)

  it('never gives one contact the number of another', () => {
    expect(merge({ contact_name: 'Mia' }, { contact_phone: '2' })).toBeUndefined()
    expect(merge({ phone: '1' }, { contact_name: 'Mia', contact_phone: '2' })).toEqual([
      { ...newRecord(haddad), phone: '1', contact_name: 'Mia', contact_phone: '2' },
    ])
  })

  it('shows a record in an emergency only if each party had said so', () => {
    expect(merge({ phone: '1', in_emergency: true }, { phone: '1' })).toMatchObject([{ in_emergency: false }])
    expect(merge({ in_emergency: false }, { phone: '1', in_emergency: true })).toMatchObject([{ in_emergency: true }])
    expect(merge({ phone: '1' }, { in_emergency: true })).toMatchObject([{ in_emergency: false }])
  })
})
