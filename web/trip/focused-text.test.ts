import { describe, expect, it } from 'vitest'
import { focusText, showText, textToPutBack, typeText } from './focused-text.ts'

describe('what Escape puts back', () => {
  it('is the text at the focus, also an empty one', () => {
    const typed = ['Pog Lak', 'Pog', 'Rock'].reduce(typeText, focusText('Pog Lake'))
    expect(textToPutBack(showText(typed, 'Rock'))).toBe('Pog Lake')
    expect(textToPutBack(typeText(focusText(''), 'Rock'))).toBe('')
  })

  it('is nothing if the text is the same', () => {
    expect(textToPutBack(focusText('Pog Lake'))).toBeUndefined()
    expect(textToPutBack(['Pog', 'Pog Lake'].reduce(typeText, focusText('Pog Lake')))).toBeUndefined()
  })

  const focused = focusText('Pog Lake')
  const typed = typeText(focused, 'Pog')
  it.each([
    { when: 'before the person typed', text: typeText(showText(focused, 'Rock'), 'Rock Lake') },
    { when: 'after the person typed', text: showText(typed, 'Rock') },
    { when: 'while the person typed', text: typeText(showText(typed, 'Pog!'), 'Pog!!') },
    { when: 'and back', text: showText(showText(typed, ''), 'Pog') },
  ])('is nothing if others have changed the text $when', ({ text }) => {
    expect(textToPutBack(text)).toBeUndefined()
  })
})
