import { describe, expect, it } from 'vitest'
import { newPerson } from '#domain/plan/people.ts'
import { stayIn } from '#domain/stay.ts'
import {
  allergenWords,
  allergyWords,
  answerName,
  answerOfParty,
  answerOfSeveral,
  foodWords,
  labelOf,
  nameOf,
  stayWords,
} from './person-words.ts'

const ana = newPerson('9d7e2f0a-1111-4222-8333-444455556666', 'Ana')

const noDates = { departure_date: '', return_date: '' } as const

describe('allergyWords', () => {
  it('names every allergen', () => {
    expect(allergyWords(ana)).toBe('')
    expect(allergyWords({ allergens: { ...ana.allergens, peanuts: true } })).toBe('Allergy: peanuts')
    const allergens = { ...ana.allergens, crustaceans: true, nuts: true, sulphites: true }
    expect(allergyWords({ allergens })).toBe('Allergies: crustaceans, tree nuts, sulphites')
    expect([allergenWords({ allergens }), allergenWords(ana)]).toEqual(['Crustaceans, tree nuts, sulphites', ''])
  })
})

describe('foodWords', () => {
  it('leaves allergies to their badge', () => {
    const allergens = { ...ana.allergens, peanuts: true }
    const diets = { ...ana.diets, vegetarian: true, no_pork: true }
    const person = { ...ana, allergens, diets, food_note: ' Kiwi\n too ' }
    expect(foodWords(person)).toBe('vegetarian, no pork, Kiwi too')
  })

  it('shows a long note not at all rather than a part of it', () => {
    expect(foodWords({ ...ana, food_note: 'x'.repeat(60) })).toBe('x'.repeat(60))
    expect(foodWords({ ...ana, food_note: 'x'.repeat(61) })).toBe('has food notes')
  })
})

describe('stayWords', () => {
  it('name the first and the last meal, and what is left out', () => {
    const words = (from: string, until: string, ...skips: string[]) =>
      stayWords(stayIn({ from, until, skips: skips.map((at) => ({ id: at, at })) }, noDates), noDates)
    expect(words('', '')).toBe('whole trip')
    expect(words('', '', '2 dinner')).toBe('whole trip except day 2 dinner')
    expect(words('1 lunch', '3 breakfast')).toBe('day 1 lunch to day 3 breakfast')
    expect(words('2 lunch', '')).toBe('from day 2 lunch')
    expect(words('', '3 breakfast', '1 lunch', '2 lunch')).toBe('until day 3 breakfast, except 2 meals')
    expect(words('1 dinner', '4 dinner', '1 dinner')).toBe('day 2 breakfast to day 4 dinner')
    expect(words('', '3 breakfast', '1 breakfast', '1 lunch', '2 lunch', '3 breakfast')).toBe(
      'day 1 dinner to day 2 dinner, except day 2 lunch',
    )
    expect(words('3 lunch', '2 lunch')).toBe('not there on the trip’s dates')
  })
})

describe('labelOf and nameOf', () => {
  it('replace a missing name', () => {
    expect([labelOf({ name: ' ' }), nameOf({ name: '' })]).toEqual(['No name', 'someone with no name'])
    expect([labelOf(ana), nameOf(ana)]).toEqual(['Ana', 'Ana'])
  })
})

describe('answerOfParty', () => {
  const of = (...answers: (typeof ana.coming)[]) => answers.map((coming) => ({ coming }))

  it('counts who is coming, and says so if all gave another answer', () => {
    expect(answerOfParty(of('coming', 'coming'), false)).toBe('2 coming')
    expect(answerOfParty(of('coming', 'unsure', 'open'), false)).toBe('1 of 3 coming')
    expect(answerOfParty(of('not_coming', 'open'), false)).toBe('0 of 2 coming')
    expect(answerOfParty(of('open', 'open'), false)).toBe('No answer')
  })

  it('reads as what happened after the trip', () => {
    expect(answerOfParty(of('coming', 'coming'), true)).toBe('2 came')
    expect(answerOfParty(of('coming', 'not_coming'), true)).toBe('1 of 2 came')
    expect(answerOfParty(of('not_coming', 'not_coming'), true)).toBe('Didn’t come')
    expect([answerName('coming', true), answerName('unsure', true)]).toEqual(['Came', 'Unsure'])
  })

  it('are counted as what they said on the days of the trip', () => {
    const phaseOf = (phase: 'ahead' | 'during' | 'after') => ({
      isUnderWay: phase === 'during',
      isOver: phase === 'after',
    })
    const textsOf = (coming: 'coming' | 'not_coming') =>
      (['ahead', 'during', 'after'] as const).map((phase) => answerOfSeveral(coming, phaseOf(phase)))
    expect(textsOf('coming')).toEqual(['Coming', 'Said yes', 'Came'])
    expect(textsOf('not_coming')).toEqual(['Not coming', 'Not coming', 'Didn’t come'])
  })
})
