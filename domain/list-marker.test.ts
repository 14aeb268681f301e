import { describe, expect, it } from 'vitest'
import { withoutBullets, withoutMarkers } from './list-marker.ts'

describe('withoutMarkers', () => {
  it.each([
    ...['- Tent', '* Tent', '– Tent', '— Tent', '  -  Tent', '-\tTent', '-\u00a0Tent'],
    ...['• Tent', '•\tTent', '•Tent', '· Tent', '● Tent', '○ Tent', '◦ Tent', '‣ Tent', '▪ Tent', '■ Tent', '➢ Tent'],
    ...['\uf0b7\tTent', '\uf0a7 Tent', 'o\tTent', '§\tTent', 'Ø\tTent', 'ü\tTent', '\u200e• Tent', '\ufeffTent'],
    ...['✓ Tent', '✔ Tent', '✔️ Tent', '☐ Tent', '□ Tent', '⬜ Tent', '[ ] Tent', '[] Tent', '- [ ] Tent'],
    ...['1. Tent', '1.\tTent', '12) Tent', '1.2. Tent', 'a) Tent', 'B) Tent', 'iv) Tent', 'a.\tTent', '• 1. [ ] Tent'],
  ])('removes %j', (line) => {
    expect(withoutMarkers(line)).toEqual({ text: 'Tent', isTicked: false })
  })

  it.each([
    '[x] Tent',
    '[X] Tent',
    '- [x] Tent',
    '* [x]\tTent',
    '[x]Tent',
    '☑ Tent',
    '☑️ Tent',
    '☒ Tent',
    '✅Tent',
    '1. ☑ Tent',
  ])('says that it was ticked: %j', (line) => expect(withoutMarkers(line)).toEqual({ text: 'Tent', isTicked: true }))

  it.each([
    ...['2 tents', '1.5 l of water', '-5 °C sleeping bag', '2x rope', '[spare] rope', '[x-large] shirt', '*Tent*'],
    ...['A. Smith', 'o ring', '12.5', '(2) tents', 'a', 'vitamin c) '],
  ])('keeps what is no marker: %j', (line) => {
    expect(withoutMarkers(line)).toEqual({ text: line.trim(), isTicked: false })
  })

  it.each(['-', '•', '1.', '[ ]', '  •  '])('leaves nothing of a marker alone: %j', (line) => {
    expect(withoutMarkers(line).text).toBe('')
  })

  it('looks at few of many markers', () => {
    expect(withoutMarkers('- '.repeat(50_000)).text.length).toBeGreaterThan(90_000)
  })
})

it.each([
  ['•\t2 kg rice', '2 kg rice'],
  ['☑ 2 kg rice', '2 kg rice'],
  ['1. 2 kg rice', '1. 2 kg rice'],
])('withoutBullets keeps numbers: %j', (line, text) => {
  expect(withoutBullets(line)).toBe(text)
})
