import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ShownText, withoutOwn } from './restore-text.ts'

/** The texts of a field: the person types in it, or others change it. */
function openField(text: string) {
  const shown: ShownText[] = [{ text, isOwn: false }]
  return {
    type: (value: string) => void shown.push({ text: value, isOwn: true }),
    receive: (value: string) => void shown.push({ text: value, isOwn: false }),
    restore: () => withoutOwn(shown),
    get value() {
      return shown.at(-1)?.text ?? ''
    },
  }
}

describe('a field restored by Escape', () => {
  it('has the text of when it got the focus', () => {
    const field = openField('Pog Lake')
    expect(field.restore()).toBe('Pog Lake')
    for (const text of ['Pog Lak', 'Pog', '', 'Rock']) field.type(text)
    expect(field.restore()).toBe('Pog Lake')
  })

  it('has what others typed before, in between and after', () => {
    const field = openField('Bring ice')
    field.receive('Bring dry ice')
    field.type('Bring dry ice and salt')
    field.receive('Leave at 8\nBring dry ice and salt')
    field.type('Leave at 8\nBring dry ice and salt\nAsk Ben')
    field.receive('Leave at 9\nBring dry ice and salt\nAsk Ben\nAsk Ana')
    expect(field.restore()).toBe('Leave at 9\nBring dry ice\nAsk Ana')
  })

  it('has the text of others that replaced the own one', () => {
    const field = openField('Pog Lake')
    field.type('Pog Lake, site 4')
    field.receive('Rock Lake')
    expect(field.restore()).toBe('Rock Lake')
    field.type('Rock Lake, site 5')
    expect(field.restore()).toBe('Rock Lake')
  })

  it('has each line of others as they left it, in any order of typing', () => {
    const step = fc.record({
      isOwn: fc.boolean(),
      line: fc.nat({ max: 4 }),
      word: fc.constantFrom('oak', 'elm', 'fir'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const start = Array.from({ length: 10 }, (_, line) => `Line ${line} of the note`)
        const field = openField(start.join('\n'))
        // The person types in the even lines, the others in the odd ones.
        const others = [...start]
        for (const { isOwn, line, word } of steps) {
          const at = 2 * line + (isOwn ? 0 : 1)
          const changed = field.value.split('\n').map((text, index) => (index === at ? `${text} ${word}` : text))
          if (isOwn) field.type(changed.join('\n'))
          else {
            others[at] += ` ${word}`
            field.receive(changed.join('\n'))
          }
        }
        expect(field.restore()).toBe(others.join('\n'))
      }),
    )
  })

  it('never loses a word that others typed and that was still there', () => {
    const own = fc.array(fc.constantFrom('a', 'b', '\n'), { maxLength: 4 })
    const step = fc.record({ isOwn: fc.boolean(), at: fc.nat(12), deleted: fc.nat(3), own })
    fc.assert(
      fc.property(own, fc.array(step, { maxLength: 8 }), (start, steps) => {
        const field = openField(start.join(' '))
        const theirs: string[] = []
        for (const { isOwn, at, deleted, own: added } of steps) {
          const parts = field.value.split(' ')
          const gone = parts.slice(at, at + deleted).some((word) => word.startsWith('other')) ? 0 : deleted
          if (isOwn) field.type(parts.toSpliced(at, gone, ...added).join(' '))
          else {
            theirs.push(`other${theirs.length}`)
            field.receive(parts.toSpliced(at, 0, ...theirs.slice(-1)).join(' '))
          }
        }
        const restored = field.restore().split(/\s+/)
        for (const word of theirs) expect(restored).toContain(word)
      }),
    )
  })
})
