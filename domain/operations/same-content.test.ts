import { describe, expect, it } from 'vitest'
import { forms } from '../plan/forms.ts'
import { newLine, newMark, newMealDay } from '../plan/meals.ts'
import { newItemState } from '../plan/shopping.ts'
import { apply } from './apply.ts'
import { sameContent } from './same-content.ts'

const line = newLine('00000000-0000-4000-8000-000000000001', '2 pies')
const day = { ...newMealDay('car_trip', 1), snacks: [line] }

describe('derived entries', () => {
  it('that are empty, or have only choices, are no content', () => {
    const marked = { ...day, snacks: [{ ...line, marks: [newMark('eggs'), { ...newMark('nuts'), says: 'yes' }] }] }
    expect(sameContent(forms.meals, { '1': day }, { '1': marked })).toBe(true)
    expect(sameContent(forms.meals, { '1': marked }, { '1': day })).toBe(true)
    const { value, outcome } = apply(
      { '1': marked },
      { do: 'remove', at: ['1', 'snacks', line.id], was: line, after: null },
      { form: forms.meals },
    )
    expect(outcome).toBe('applied')
    expect(value['1'].snacks).toEqual([])
  })

  it('are content if something was typed in them', () => {
    const states = (...notes: string[]) => ({
      items: [],
      states: notes.map((note, number) => ({ ...newItemState(`1:item ${number}`), note })),
      purchases: [],
    })
    expect(sameContent(forms.shopping, states(''), states())).toBe(true)
    expect(sameContent(forms.shopping, states('Oat'), states())).toBe(false)
    expect(sameContent(forms.shopping, states(), states('', 'Oat'))).toBe(false)
    expect(sameContent(forms.shopping, states('Oat', ''), states('Oat'))).toBe(true)
  })
})
