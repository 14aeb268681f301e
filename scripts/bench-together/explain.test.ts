import { describe, expect, it } from 'vitest'
import type { SectionName } from '#domain/plan/index.ts'
import type { Act, Mutation } from './acts.ts'
import { explain } from './explain.ts'

/* Ann is person 1, Ben is person 2. The app itself created version 0. */

let orders = 0
const act = (section: SectionName, by: number, path: string, mutation: Mutation): Act => ({
  section,
  by,
  tab: 0,
  path: path.split('/'),
  order: ++orders,
  at: orders,
  ...mutation,
})
const write = (by: number, text: string) => act('notes', by, 'a/text', { kind: 'write', value: text })
const note = (text: string) => [{ id: 'a', text }]

/** Returns the findings for a history: the app's start value, then each save with its person. */
function find(section: SectionName, acts: Act[], start: unknown, ...saves: [by: number, value: unknown][]): string[] {
  const versions = saves.map(([by, value], at) => ({ version: at + 1, by, value }))
  return explain(section, [{ version: 0, by: undefined, value: start }, ...versions], acts)
}

describe('a history agrees with the log of edits', () => {
  it('if each change is an edit of the person who saved it', () => {
    const acts = [
      write(1, 'one'),
      write(2, 'two'),
      act('notes', 1, 'b', { kind: 'add', value: { id: 'b', text: 'new' } }),
    ]
    expect(
      find(
        'notes',
        acts,
        note(''),
        [1, note('one')],
        [2, note('two')],
        [1, [...note('two'), { id: 'b', text: 'new' }]],
      ),
    ).toEqual([])
  })

  it('if somebody overwrote their own text before it was saved', () => {
    expect(find('notes', [write(1, 'one'), write(1, 'two')], note(''), [1, note('two')])).toEqual([])
  })

  it('if two people wrote into one text and both were merged', () => {
    const acts = [write(1, 'one «1.1»'), write(2, 'two «2.1»')]
    expect(find('notes', acts, note(''), [1, note('one «1.1»')], [2, note('one «1.1»\ntwo «2.1»')])).toEqual([])
  })

  it('if a line that stays whole beside another’s has words that the other had replaced', () => {
    const acts = [write(1, 'one «1.1»'), write(2, 'two «3.1» «2.1»')]
    const both = note('one «1.1»\ntwo «3.1» «2.1»')
    expect(find('notes', acts, note('two «3.1»'), [1, note('one «1.1»')], [2, both])).toEqual([])
  })

  it('if newer typing won, and its author is shown that', () => {
    const superseded = { ...act('details', 2, 'destination_name', { kind: 'write', value: 'two' }), isSuperseded: true }
    const acts = [act('details', 1, 'destination_name', { kind: 'write', value: 'one' }), superseded]
    expect(find('details', acts, { destination_name: '' }, [1, { destination_name: 'one' }])).toEqual([])
  })

  it('if two people added the same entry, which then has what both wrote in it', () => {
    const entry = { id: 's', is_at_home: false, shop: '' }
    const add = (by: number) => act('shopping', by, 'states/s', { kind: 'add', value: entry })
    const acts = [
      add(1),
      act('shopping', 1, 'states/s/is_at_home', { kind: 'tick', value: true, isOwn: true }),
      add(2),
      act('shopping', 2, 'states/s/shop', { kind: 'write', value: 'Metro' }),
    ]
    const states = (value: object) => ({ states: [{ ...entry, ...value }] })
    const [ticked, both] = [states({ is_at_home: true }), states({ is_at_home: true, shop: 'Metro' })]
    expect(find('shopping', acts, { states: [] }, [1, ticked], [2, both])).toEqual([])
    // Had the second insert replaced the first, the tick would be lost.
    expect(find('shopping', acts, { states: [] }, [1, ticked], [2, states({ shop: 'Metro' })])).not.toEqual([])
  })

  it('if somebody chose what had been chosen before, or added an entry that they had added already', () => {
    const rider = (car: string) => ({ riders: [{ id: 'r', car }] })
    const choose = (value: string) => act('rides', 1, 'riders/r/car', { kind: 'tick', value, isOwn: false })
    const add = act('rides', 1, 'riders/r', { kind: 'add', value: { id: 'r', car: 'red' } })
    const saves: [number, unknown][] = [
      [1, rider('blue')],
      [1, rider('')],
      [1, rider('blue')],
    ]
    expect(find('rides', [choose('blue'), choose(''), choose('blue')], rider(''), ...saves)).toEqual([])
    expect(find('rides', [choose(''), add], rider('blue'), [1, rider('')], [1, rider('red')])).toEqual([])
    expect(find('rides', [add], rider('blue'), [1, rider('green')])).not.toEqual([])
  })

  it('if somebody removed what they had seen, or an edit restored what somebody else had removed', () => {
    const removal = act('notes', 1, 'a', { kind: 'remove', seen: note('')[0] })
    expect(find('notes', [removal], note(''), [1, []])).toEqual([])
    expect(find('notes', [removal, write(2, 'two')], note(''), [1, []], [2, note('two')])).toEqual([])
  })
})

describe('a line removed by somebody', () => {
  const day = (line: object) => ({ 1: { snacks: [{ id: 's', text: 'tea', ...line }] } })
  const removal = act('meals', 1, '1/snacks/s', { kind: 'remove', seen: { id: 's', text: 'tea' } })
  const isLost = (path: string, value: string, line: object) => {
    const change = act('meals', 2, `1/snacks/s/${path}`, { kind: 'write', value })
    return find('meals', [removal, change], day({}), [2, day(line)], [1, { 1: { snacks: [] } }]).some((text) =>
      text.includes('which they had not seen'),
    )
  }

  it('may have choices that they had not seen, but no texts', () => {
    expect(isLost('for_whom', 'fixed', { for_whom: 'fixed' })).toBe(false)
    expect(isLost('marks/m/tag', 'nuts', { marks: [{ id: 'm', tag: 'nuts' }] })).toBe(false)
    expect(isLost('read_as', '1 kg tea', { read_as: '1 kg tea' })).toBe(true)
  })
})

describe('an entry removed after a part of it by the same person', () => {
  const day = (...snacks: string[]) => ({ 1: { snacks: snacks.map((text) => ({ id: 's', text })) } })
  const removals = (seenSnack: string) => [
    act('meals', 1, '1/snacks/s', { kind: 'remove', seen: { id: 's', text: seenSnack } }),
    act('meals', 1, '1', { kind: 'remove', seen: day()[1] }),
  ]

  it('counts as seen as it was', () => {
    expect(find('meals', removals('tea'), day('tea'), [1, {}])).toEqual([])
  })

  it('does not count as seen if somebody else changed that part meanwhile', () => {
    const change = act('meals', 2, '1/snacks/s/text', { kind: 'write', value: 'coffee' })
    expect(find('meals', [...removals('tea'), change], day('tea'), [2, day('coffee')], [1, {}])).toContainEqual(
      expect.stringContaining('which they had not seen'),
    )
  })
})

describe('explain reports', () => {
  it('a text that never arrived, or that was overwritten by somebody who wrote nothing there', () => {
    expect(find('notes', [write(1, 'one')], note(''))).toEqual([expect.stringContaining('"one" never arrived')])
    expect(find('notes', [write(1, 'one')], note(''), [1, note('one')], [2, note('')])).toEqual([
      expect.stringContaining('which they did not write'),
    ])
  })

  it('an earlier text that replaced a newer one because it was applied twice', () => {
    const acts = [write(1, 'one'), write(2, 'two')]
    expect(find('notes', acts, note(''), [1, note('one')], [2, note('two')], [1, note('one')])).toEqual([
      expect.stringContaining('a value that had been replaced came back'),
    ])
    const own = [write(1, 'one'), write(1, 'two')]
    expect(find('notes', own, note(''), [1, note('two')], [1, note('one')])).toEqual([
      expect.stringContaining('an older value of theirs replaced a newer one'),
    ])
  })

  it('a removed entry that nobody removed, or whose remover had not seen its last value', () => {
    expect(find('notes', [], note('x'), [1, []])).toEqual([expect.stringContaining('which they did not do')])
    const removal = act('notes', 2, 'a', { kind: 'remove', seen: note('')[0] })
    expect(find('notes', [removal, write(1, 'one')], note(''), [1, note('one')], [2, []])).toEqual([
      expect.stringContaining('which they had not seen'),
    ])
  })

  it('an added entry that never arrived, or one that nobody added', () => {
    const added = act('notes', 1, 'b', { kind: 'add', value: { id: 'b', text: 'new' } })
    expect(find('notes', [added], [])).toEqual([expect.stringContaining('never arrived')])
    expect(find('notes', [], [], [1, note('x')])).toContainEqual(expect.stringContaining('which nobody did'))
  })

  it('a part of a merged text that never arrived, that somebody else saved, or that came back', () => {
    const [one, two] = [write(1, 'one «1.1»'), write(2, 'two «2.1»')]
    expect(find('notes', [one, two], note(''), [1, note('one «1.1»')])).toEqual([
      expect.stringContaining('never arrived'),
    ])
    expect(find('notes', [one, two], note(''), [1, note('one «1.1»\ntwo «2.1»')])).toEqual([
      expect.stringContaining('which they did not write'),
    ])
    const back = find(
      'notes',
      [one, two],
      note(''),
      [1, note('one «1.1»')],
      [2, note('two «2.1»')],
      [1, note('one «1.1»\ntwo «2.1»')],
    )
    expect(back).toEqual([expect.stringContaining('came back')])
  })

  it('a removal that was not applied although nobody else changed the entry', () => {
    const removal = act('notes', 1, 'a', { kind: 'remove', seen: note('')[0] })
    expect(find('notes', [removal], note(''))).toEqual([expect.stringContaining('is still there')])
  })

  it('a lost last tick of an item that nobody else ticks', () => {
    const items = (checked: boolean) => [{ id: 'g', category: '', items: [{ id: 'i', name: '', checked }] }]
    const tick = (value: boolean) => act('checklist', 1, 'g/items/i/checked', { kind: 'tick', value, isOwn: true })
    const ticks = [tick(true), tick(false)]
    expect(find('checklist', ticks, items(false), [1, items(true)], [1, items(false)])).toEqual([])
    expect(find('checklist', ticks, items(false), [1, items(true)])).toEqual([
      expect.stringContaining('is not there in the end'),
    ])
  })
})
