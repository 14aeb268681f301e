import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChecklistItem, MAX_NEEDED, newChecklistItem } from '../plan/checklist.ts'
import { type Claim, claim, type Gear, MAX_CLAIM_NAME, newClaim } from '../plan/gear.ts'
import { withClaim, withPacked } from './claims.ts'
import { countInName, suggestedNeed, withSuggestedNeeds } from './count-in-name.ts'
import { countCovered, countOf, gearGroups, gearItem, listRemovedItems } from './gear-items.ts'
import { countPacked, packingList } from './packing-list.ts'
import { countPromised } from './promised.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const people = [1, 2, 3, 4].map(idOf) as [string, string, string, string]
const [ana, ben, kim] = people
const itemIds = [11, 12, 13].map(idOf)
const nobodyAway: ReadonlySet<string> = new Set()

const itemOf = (more: Partial<ChecklistItem> = {}): ChecklistItem => ({
  ...newChecklistItem(idOf(11)),
  name: 'Table',
  ...more,
})
const tables = itemOf({ needed: 6 })
const claimOf = (person: string, count: number, more: Partial<Claim> = {}): Claim => ({
  ...newClaim(tables, person, count),
  ...more,
})
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

const anyCount = fc.oneof(fc.nat(8), fc.constantFrom(0, 1, MAX_NEEDED))
const anyItem = fc.record({ needed: anyCount, is_each: fc.boolean() }).map(itemOf)
/** Claims as they are stored: any person, also twice after a merge, any count, any item. */
const anyClaims = fc.array(
  fc
    .record({
      item: fc.constantFrom(...itemIds),
      person: fc.constantFrom(...people),
      count: anyCount,
      is_packed: fc.boolean(),
    })
    .map(({ item, person, count, is_packed }) => ({
      ...newClaim({ id: item, name: 'Table' }, person, count),
      is_packed,
    })),
  { maxLength: 8 },
)
const anyAway = fc.subarray(people).map((ids): ReadonlySet<string> => new Set(ids))

describe('an item and its claims', () => {
  it('promised is the sum of the claims of people who come, and missing is the rest', () => {
    fc.assert(
      fc.property(anyItem, anyClaims, anyAway, (item, claims, away) => {
        const { promised, missing, surplus, claims: shown } = gearItem(item, claims, away)
        const coming = claims.filter(({ person_id }) => !away.has(person_id))
        const isCounted = item.needed > 0 && !item.is_each
        expect(promised).toBe(item.is_each ? 0 : sum(coming.map(({ count }) => count)))
        expect(missing).toBe(isCounted ? Math.max(0, item.needed - promised) : 0)
        expect(surplus).toBe(isCounted ? Math.max(0, promised - item.needed) : 0)
        const isShown = ({ count, is_packed }: Claim) => count > 0 || (item.is_each && is_packed)
        expect(shown.map((one) => one.claim)).toEqual(claims.filter(isShown))
        expect(shown.map((one) => one.isOpenAgain)).toEqual(shown.map((one) => away.has(one.claim.person_id)))
      }),
    )
  })

  it('the last claims are too many, by as much as there is too much', () => {
    fc.assert(
      fc.property(anyItem, anyClaims, anyAway, (item, claims, away) => {
        const { surplus, claims: shown } = gearItem(item, claims, away)
        const counted = shown.filter(({ isOpenAgain }) => !isOpenAgain)
        expect(sum(shown.map((one) => one.surplus))).toBe(surplus)
        expect(shown.filter(({ isOpenAgain }) => isOpenAgain).every((one) => one.surplus === 0)).toBe(true)
        const first = counted.findIndex((one) => one.surplus > 0)
        if (first < 0) return
        // All after the first of them are too many as a whole.
        for (const one of counted.slice(first + 1)) expect(one.surplus).toBe(one.claim.count)
        expect(sum(counted.slice(0, first).map((one) => one.claim.count))).toBeLessThanOrEqual(item.needed)
      }),
    )
  })

  it('8 of 6: asks the one who promised last', () => {
    const { promised, missing, surplus, claims } = gearItem(tables, [claimOf(ana, 4), claimOf(ben, 4)], nobodyAway)
    expect({ promised, missing, surplus }).toEqual({ promised: 8, missing: 0, surplus: 2 })
    expect(claims.map((one) => one.surplus)).toEqual([0, 2])
    // If Ana is not coming, Ben’s are needed.
    const without = gearItem(tables, [claimOf(ana, 4), claimOf(ben, 4)], new Set([ana]))
    expect(without.claims.map((one) => [one.isOpenAgain, one.surplus])).toEqual([
      [true, 0],
      [false, 0],
    ])
    expect(without.missing).toBe(2)
  })

  it('is counted alike for the checklist', () => {
    fc.assert(
      fc.property(anyClaims, anyAway, (claims, away) => {
        const promised = countPromised({ claims }, away)
        const items = itemIds.map((id) => itemOf({ id, needed: 3 }))
        const [group] = gearGroups([{ id: idOf(99), category: 'Camp', items }], { claims }, away)
        for (const one of group?.items ?? []) expect(promised.get(one.item.id) ?? 0).toBe(one.promised)
      }),
    )
  })

  it('stays the same object unless something about it changed', () => {
    const checklist = [{ id: idOf(99), category: 'Camp', items: [tables, itemOf({ id: idOf(12) })] }]
    const gear: Gear = { claims: [claimOf(ana, 4), claimOf(ben, 1)] }
    const before = gearGroups(checklist, gear, nobodyAway)
    const itemsAfter = (next: Gear, away = nobodyAway) => gearGroups(checklist, next, away, before)[0]?.items ?? []
    const isSame = (next: Gear, away = nobodyAway) =>
      itemsAfter(next, away).map((one, index) => one === before[0]?.items[index])
    expect(isSame({ claims: [...gear.claims] })).toEqual([true, true])
    expect(isSame(withClaim(gear, tables, ana, 3))).toEqual([false, true])
    expect(isSame(withClaim(gear, { id: idOf(12), name: '' }, ana, 3))).toEqual([true, false])
    expect(isSame(gear, new Set([ben]))).toEqual([false, true])
    expect(itemsAfter(gear, new Set([ben]))).toEqual(gearGroups(checklist, gear, new Set([ben]))[0]?.items)
  })

  it('progress counts the items of which a number is needed', () => {
    const items = [tables, itemOf({ id: idOf(12), needed: 1 }), itemOf({ id: idOf(13) })]
    const each = itemOf({ id: idOf(14), needed: 2, is_each: true })
    const groups = gearGroups(
      [{ id: idOf(99), category: '', items: [...items, each] }],
      { claims: [claimOf(ana, 6)] },
      nobodyAway,
    )
    expect(countCovered(groups)).toEqual({ done: 1, total: 2, percent: 50 })
    expect(countCovered([])).toEqual({ done: 0, total: 0, percent: 0 })
  })

  it('claims of removed items are listed with the name they had', () => {
    const gear: Gear = { claims: [claimOf(ana, 2), claimOf(ben, 0), claimOf(kim, 1)] }
    expect(listRemovedItems([{ id: idOf(99), category: '', items: [tables] }], gear)).toEqual([])
    expect(listRemovedItems([], gear)).toEqual([
      { id: tables.id, name: 'Table', claims: [claimOf(ana, 2), claimOf(kim, 1)] },
    ])
    expect(listRemovedItems([], { claims: [claimOf(ben, 0)] })).toEqual([])
  })
})

describe('claiming', () => {
  it('sets how many a person brings, and changes nobody else’s claim', () => {
    fc.assert(
      fc.property(anyClaims, fc.constantFrom(...people), anyCount, (all, person, count) => {
        const claims = onePerId(all)
        const after = withClaim({ claims }, tables, person, count)
        expect(countOf(gearItem(tables, ofItem(after), nobodyAway), person)).toBe(count)
        const others = (list: readonly Claim[]) =>
          list.filter((one) => one.item !== tables.id || one.person_id !== person)
        expect(others(after.claims)).toEqual(others(claims))
        expect(after.claims.every((one) => claim.safeParse(one).success)).toBe(true)
        // Claims stay where they are, so that a place in their order is not lost.
        expect(after.claims.slice(0, claims.length).map(({ id }) => id)).toEqual(claims.map(({ id }) => id))
      }),
    )
  })

  it('takes all claims of a person together: after a merge they may have two', () => {
    const twice = { claims: [claimOf(ana, 2), claimOf(ana, 3, { id: idOf(77) })] }
    expect(countOf(gearItem(tables, twice.claims, nobodyAway), ana)).toBe(5)
    expect(withClaim(twice, tables, ana, 4).claims.map(({ count }) => count)).toEqual([4, 0])
    expect(withPacked(twice, tables, ana, true).claims.every(({ is_packed }) => is_packed)).toBe(true)
  })

  it('what was packed stays packed unless more are promised or none', () => {
    const packed = withPacked(withClaim({ claims: [] }, tables, ana, 3), tables, ana, true)
    const isPacked = (count: number) => withClaim(packed, tables, ana, count).claims[0]?.is_packed
    expect([2, 3, 4, 0].map(isPacked)).toEqual([true, true, false, false])
  })

  it('has one claim per item and person on any device, and refuses a number that is none', () => {
    expect(newClaim(tables, ana, 1).id).toBe(newClaim({ id: tables.id, name: 'Folding table' }, ana, 5).id)
    expect(newClaim(tables, ana, 1).id).not.toBe(newClaim(tables, ben, 1).id)
    expect(newClaim({ id: tables.id, name: 'x'.repeat(1000) }, ana, 1).name).toHaveLength(MAX_CLAIM_NAME)
    for (const count of [-1, 1.5, 1_000_000, Number.NaN, '3', null])
      expect(claim.safeParse({ ...claimOf(ana, 1), count }).success, String(count)).toBe(false)
    for (const count of [0, MAX_NEEDED]) expect(claim.safeParse(claimOf(ana, count)).success).toBe(true)
  })

  it('a tick packs what everyone brings, and unticking takes it back', () => {
    const pillow = itemOf({ id: idOf(12), name: 'Pillow', is_each: true })
    const ticked = withPacked({ claims: [] }, pillow, ana, true)
    expect(ticked.claims).toEqual([{ ...newClaim(pillow, ana, 0), is_packed: true }])
    expect(withPacked(ticked, pillow, ana, false).claims).toEqual([newClaim(pillow, ana, 0)])
    expect(withPacked({ claims: [] }, pillow, ana, false).claims).toEqual([])
    expect(withPacked({ claims: [newClaim(pillow, ana, 0)] }, pillow, ana, true).claims).toEqual(ticked.claims)
  })

  it('a tick of what everyone brings is no promise, whatever becomes of the item', () => {
    const pillow = itemOf({ id: idOf(12), name: 'Pillow', is_each: true })
    const ticked = withPacked({ claims: [] }, pillow, ana, true)
    const listed = [{ id: idOf(99), category: 'Camp', items: [pillow] }]
    expect(packingList(gearGroups(listed, ticked, nobodyAway), [], ana)).toMatchObject([
      { items: [{ isPacked: true }] },
    ])
    expect(listRemovedItems([], ticked)).toEqual([])
    const counted = { ...pillow, is_each: false, needed: 2 }
    expect(gearItem(counted, ticked.claims, nobodyAway)).toMatchObject({ claims: [], promised: 0, missing: 2 })
    expect(withClaim(ticked, counted, ana, 1).claims).toEqual([newClaim(counted, ana, 1)])
  })
})

describe('a person’s packing list', () => {
  it('has everything they promised and everything everyone brings, once', () => {
    fc.assert(
      fc.property(anyClaims, fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }), (all, each) => {
        const claims = onePerId(all)
        // The third item is not on the list.
        const items = each.map((is_each, index) => itemOf({ id: itemIds[index] as string, is_each }))
        const checklist = [{ id: idOf(99), category: 'Camp', items }]
        const groups = gearGroups(checklist, { claims }, nobodyAway)
        for (const person of people) {
          const shown = packingList(groups, listRemovedItems(checklist, { claims }), person).flatMap((one) => one.items)
          expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length)
          for (const id of itemIds) {
            const promised = sum(
              claims.filter((one) => one.item === id && one.person_id === person).map((one) => one.count),
            )
            const isEach = items.some((one) => one.id === id && one.is_each)
            const found = shown.find((one) => one.id === id)
            expect(found?.count ?? 0).toBe(isEach ? 1 : promised)
          }
        }
      }),
    )
  })

  it('tells what is packed, and what is no longer on the list', () => {
    const pillow = itemOf({ id: idOf(12), name: 'Pillow', is_each: true })
    const gone = { id: idOf(13), name: 'Grill' }
    const checklist = [{ id: idOf(99), category: 'Camp', items: [tables, pillow] }]
    const gear = [
      (value: Gear) => withClaim(value, tables, ana, 2),
      (value: Gear) => withClaim(value, gone, ana, 1),
      (value: Gear) => withPacked(value, tables, ana, true),
    ].reduce<Gear>((value, change) => change(value), { claims: [] })
    const list = packingList(gearGroups(checklist, gear, nobodyAway), listRemovedItems(checklist, gear), ana)
    expect(list).toEqual([
      {
        id: idOf(99),
        category: 'Camp',
        items: [
          { id: tables.id, name: 'Table', number: 1, count: 2, isEach: false, isPacked: true },
          { id: pillow.id, name: 'Pillow', number: 2, count: 1, isEach: true, isPacked: false },
        ],
      },
      {
        id: '',
        category: '',
        items: [{ id: gone.id, name: 'Grill', number: undefined, count: 1, isEach: false, isPacked: false }],
      },
    ])
    expect(countPacked(list)).toEqual({ done: 1, total: 3, percent: 33 })
    expect(packingList(gearGroups(checklist, gear, nobodyAway), [], kim).flatMap((group) => group.items)).toHaveLength(
      1,
    )
  })
})

function onePerId(claims: readonly Claim[]): Claim[] {
  return [...new Map(claims.map((one) => [one.id, one])).values()]
}

const ofItem = ({ claims }: Gear) => claims.filter(({ item }) => item === tables.id)

describe('the number in a name', () => {
  it.each([
    ['6 folding tables', 6],
    ['12x plates', 12],
    ['2 × paddles', 2],
    ['Tables', undefined],
    ['4x4 car', undefined],
    ['1.5 L pot', undefined],
    ['0 tables', undefined],
    ['99999 pegs', undefined],
    ['6', undefined],
  ])('of “%s” is %s', (name, count) => {
    expect(countInName(name)).toBe(count)
  })

  it('is suggested until somebody has said how many are needed, or that everyone brings their own', () => {
    const named = itemOf({ name: '6 folding tables' })
    expect(suggestedNeed(named)).toBe(6)
    expect(suggestedNeed({ ...named, needed: 4 })).toBeUndefined()
    expect(suggestedNeed({ ...named, is_each: true })).toBeUndefined()
  })

  it('is used of the given items only, and changes no other item', () => {
    const [used, counted, plain, other] = ['6 tables', '3 axes', 'Rope', '2 lamps'].map((name, index) =>
      itemOf({ id: idOf(index + 1), name, needed: index === 1 ? 1 : 0 }),
    ) as [ChecklistItem, ChecklistItem, ChecklistItem, ChecklistItem]
    const items = [used, counted, plain, other]
    const ids = new Set([used.id, counted.id, plain.id])
    const [group] = withSuggestedNeeds([{ id: idOf(99), category: 'Camp', items }], ids)
    expect(group?.items).toEqual([{ ...used, needed: 6 }, counted, plain, other])
  })
})
