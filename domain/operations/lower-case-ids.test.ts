import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { newChecklistItem } from '../plan/checklist.ts'
import { newExpense, newPayer } from '../plan/costs.ts'
import { newVolunteer } from '../plan/duties.ts'
import { forms } from '../plan/forms.ts'
import { newClaim } from '../plan/gear.ts'
import { plan, sectionNames } from '../plan/index.ts'
import { isAnyoneInTwoParties, withLowerCaseSection } from '../plan/lower-case-section.ts'
import { MAX_FOOD_NOTE, newPerson, type Party } from '../plan/people.ts'
import { MAX_MEDICAL, newRecord } from '../plan/private.ts'
import { anyMutation, mutationOf } from '../testing/any-mutation.ts'
import { anyValueOf } from '../testing/arbitraries.ts'
import { withLowerCaseIds, withLowerCaseIdsIn } from './lower-case-ids.ts'
import type { Mutation } from './operation.ts'
import { hasOwnId } from './person-refs.ts'
import { validateOperation } from './validate-operation.ts'

const [a, b, c] = [
  'aaaaaaaa-0000-4000-8000-00000000000a',
  'bbbbbbbb-0000-4000-8000-00000000000b',
  'cccccccc-0000-4000-8000-00000000000c',
] as const
const upper = (id: string) => id.toUpperCase()
/** All ids in upper case, but not those in the key of a shopping item, which has a form of its own. */
const withUpperCaseIds = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value).replace(/(?<!own:)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, upper)) as Value

describe.each(sectionNames)('ids of %s', (name) => {
  it('become what the schema returns; in lower case, the value stays the same object', () => {
    fc.assert(
      fc.property(anyValueOf[name] as fc.Arbitrary<unknown>, (value) => {
        expect(withLowerCaseIds(forms[name], value)).toBe(value)
        const sent = withUpperCaseIds(value)
        expect(withLowerCaseIds(forms[name], sent)).toEqual(plan[name].schema.parse(sent))
      }),
      { numRuns: 30 },
    )
  })

  it('are found in every mutation, which stays the same object in lower case', () => {
    fc.assert(
      fc.property(anyValueOf[name] as fc.Arbitrary<unknown>, anyMutation, (value, wish) => {
        const mutation = mutationOf(forms[name], value, wish, () => undefined)
        if (!mutation) return
        expect(withLowerCaseIdsIn(forms[name], mutation)).toBe(mutation)
        const upperCase = withUpperCaseIds(mutation)
        // The key of a new entry stays, and is refused.
        const at = mutation.do === 'insert' ? [...upperCase.at.slice(0, -1), mutation.at.at(-1) ?? ''] : upperCase.at
        const sent: Mutation = { ...upperCase, at }
        const lowered = withLowerCaseIdsIn(forms[name], sent)
        expect(lowered.at).toEqual(mutation.at)
        // A text may look like an id, and stays in upper case.
        expect(JSON.stringify(lowered).toUpperCase()).toBe(JSON.stringify(sent).toUpperCase())
        expect(withLowerCaseIdsIn(forms[name], lowered)).toBe(lowered)
      }),
      { numRuns: 30 },
    )
  })
})

test('a value of any other form is returned as it is', () => {
  fc.assert(
    fc.property(fc.constantFrom(...sectionNames), fc.jsonValue(), (name, value) => {
      expect(withLowerCaseIds(forms[name], value)).toEqual(value)
    }),
  )
})

describe('ids that are derived from ids in upper case', () => {
  it('follow them, in entries and in paths', () => {
    const claim = newClaim({ id: upper(a), name: 'Stove' }, upper(b), 2)
    const expected = newClaim({ id: a, name: 'Stove' }, b, 2)
    const renamed: string[][] = []
    const onDerived = (...ids: string[]) => void renamed.push(ids)
    expect(withLowerCaseIds(forms.gear, { claims: [claim] }, { onDerived })).toEqual({ claims: [expected] })
    expect(renamed).toEqual([[claim.id, expected.id]])
    const insert = { do: 'insert' as const, at: ['claims', claim.id], entry: claim }
    expect(withLowerCaseIdsIn(forms.gear, insert)).toEqual({ ...insert, at: ['claims', expected.id], entry: expected })
    expect(hasOwnId(forms.gear, withLowerCaseIdsIn(forms.gear, insert))).toBe(true)
  })

  it('are left if they were no such ids, so a wrong one is still refused', () => {
    const entry = { ...newClaim({ id: upper(a), name: '' }, upper(b), 1), id: c }
    const insert = { do: 'insert' as const, at: ['claims', c], entry }
    expect(withLowerCaseIdsIn(forms.gear, insert)).toMatchObject({ at: ['claims', c], entry: { id: c, item: a } })
    const other = { ...insert, at: ['claims', a] }
    expect(withLowerCaseIdsIn(forms.gear, other)).toMatchObject({ at: ['claims', a], entry: { id: c } })
  })
})

describe('entries that become one', () => {
  const group = (items: object[]) => [{ id: c, category: 'Camp', items }]

  it('are merged: the one in lower case counts, and no text or tick is lost', () => {
    const value = group([
      { ...newChecklistItem(upper(a)), name: 'Big tent', checked: true, needed: 2 },
      { ...newChecklistItem(b), name: 'Stove' },
      { ...newChecklistItem(a), name: 'Tent' },
    ])
    expect(withLowerCaseIds(forms.checklist, value, { merges: true })).toEqual(
      group([
        { ...newChecklistItem(a), name: 'Tent / Big tent', checked: true, needed: 2 },
        { ...newChecklistItem(b), name: 'Stove' },
      ]),
    )
  })

  it('are refused if they are sent so', () => {
    const value = group([newChecklistItem(upper(a)), newChecklistItem(a)])
    expect(plan.checklist.schema.safeParse(withLowerCaseIds(forms.checklist, value)).success).toBe(false)
    const note = { do: 'insert' as const, at: [upper(a)], entry: { id: upper(a), text: '' } }
    expect(validateOperation(forms.notes, withLowerCaseIdsIn(forms.notes, note))).toMatch(/Nothing can stand/)
  })

  it('stay two if both count, such as what one person paid twice', () => {
    const paid = [newPayer(upper(a), 500), newPayer(a, 500)]
    const value = { ...plan.costs.empty, expenses: [{ ...newExpense(c, 'EUR', upper(b)), payers: paid }] }
    const lowered = plan.costs.schema.parse(withLowerCaseIds(forms.costs, value))
    expect(lowered.expenses[0]).toMatchObject({
      added_by: b,
      payers: [{ person_id: a, amount: 500 }, newPayer(a, 500)],
    })
    expect(lowered.expenses[0]?.payers[0]?.id).toBe(paid[0]?.id)
  })

  it('are one place in a queue if they are the same', () => {
    const volunteers = [newVolunteer(c, upper(a)), newVolunteer(c, b), newVolunteer(c, a)]
    const value = { duties: [], volunteers }
    expect(withLowerCaseIds(forms.duties, value)).toEqual({
      duties: [],
      volunteers: [newVolunteer(c, a), newVolunteer(c, b)],
    })
    const claims = [newClaim({ id: c, name: '' }, upper(a), 2), newClaim({ id: c, name: '' }, a, 3)]
    const lowered = withLowerCaseIds(forms.gear, { claims }) as { claims: { count: number }[] }
    expect(lowered.claims.map(({ count }) => count)).toEqual([2, 3])
  })

  it('are one person, wherever they are, with all of their allergies', () => {
    const one = { ...newPerson(upper(a), 'Ana'), coming: 'coming' as const, food_note: 'No onions' }
    const other = { ...newPerson(a, 'Ana'), allergens: { ...newPerson(a, '').allergens, nuts: true } }
    const parties = [
      { id: b, name: '', persons: [one] },
      { id: c, name: 'Us', persons: [newPerson(b, 'Ben'), other] },
    ]
    const [empty, only, ...more] = withLowerCaseSection('people', parties) as Party[]
    expect(more).toEqual([])
    // Memberships name it.
    expect(empty).toEqual({ id: b, name: '', persons: [] })
    expect(only).toMatchObject({ id: c, persons: [{ id: b }, { id: a, coming: 'coming', food_note: 'No onions' }] })
    expect(only?.persons[1]?.allergens.nuts).toBe(true)
  })

  it('say so if something has no room', () => {
    const isLost = (section: 'checklist' | 'people' | 'private', value: unknown) => {
      let is = false
      withLowerCaseSection(section, value, {
        lost: () => {
          is = true
        },
      })
      return is
    }
    const items = (one: object, other: object) =>
      group([
        { ...newChecklistItem(upper(a)), ...one },
        { ...newChecklistItem(a), ...other },
      ])
    expect(isLost('checklist', items({ name: 'Tent' }, { name: 'Big tent', checked: true }))).toBe(false)
    expect(isLost('checklist', items({ needed: 2 }, { needed: 3 }))).toBe(true)
    const persons = (one: string, other: string) => [
      { ...newPerson(upper(a), 'Ana'), food_note: one },
      { ...newPerson(a, 'Ana'), food_note: other },
    ]
    expect(isLost('people', [{ id: b, name: '', persons: persons('No nuts', 'No milk') }])).toBe(false)
    expect(isLost('people', [{ id: b, name: '', persons: persons('No nuts', 'x'.repeat(MAX_FOOD_NOTE)) }])).toBe(true)
    const records = (medical: string) => [
      { ...newRecord(upper(a)), medical: 'Asthma' },
      { ...newRecord(a), medical },
    ]
    expect(isLost('private', [{ id: b, persons: records('Diabetes') }])).toBe(false)
    expect(isLost('private', [{ id: b, persons: records('x'.repeat(MAX_MEDICAL)) }])).toBe(true)
  })

  it('are not people in two parties, nor a person whose private details another party has', () => {
    const party = (id: string, ...ids: string[]) => ({ id, name: '', persons: ids.map((one) => newPerson(one, '')) })
    const record = (id: string, of: string) => ({ id, persons: [newRecord(of)] })
    expect(isAnyoneInTwoParties([party(b, a), party(c, upper(a))], [])).toBe(true)
    expect(isAnyoneInTwoParties([party(b, a)], [record(c, upper(a))])).toBe(true)
    expect(isAnyoneInTwoParties([party(b, a), party(upper(b), upper(a)), party(c)], [record(b, upper(a))])).toBe(false)
    // A record of former times says nothing about ids in upper case.
    expect(isAnyoneInTwoParties([party(b, a)], [record(c, a)])).toBe(false)
  })

  it('are one private record, which is shown in an emergency only if both were', () => {
    const shown = { ...newRecord(upper(a)), phone: '0171 1', medical: 'Asthma', in_emergency: true }
    const hidden = { ...newRecord(a), phone: '0171 2' }
    const merged = withLowerCaseSection('private', [{ id: c, persons: [shown, hidden] }])
    expect(merged).toEqual([
      { id: c, persons: [{ ...newRecord(a), phone: '0171 2 / 0171 1', medical: 'Asthma', in_emergency: false }] },
    ])
  })
})
