import { describe, expect, it } from 'vitest'
import { isObject, type Json } from '../operations/json.ts'
import { levels } from '../plan/day-parts.ts'
import { newAdoptedPart } from '../plan/details.ts'
import { diffSection } from '../plan/diff-section.ts'
import { newVolunteer } from '../plan/duties.ts'
import { newClaim } from '../plan/gear.ts'
import { plan, sectionNames } from '../plan/index.ts'
import { newItineraryDay } from '../plan/itinerary.ts'
import { type TripType, tripTypes } from '../trip.ts'
import { ownChecklist, ownItinerary, ownMeals, ownNotes, partsOf, pathOf } from './own-parts.ts'
import { planTemplates } from './plan-templates.ts'
import { findSamples, hashOf, type SampleName, sampleNames } from './sample.ts'
import { sampleHashes } from './sample-hashes.ts'

const ANA = '00000000-0000-4000-8000-0000000000a1'
const DUTY = '00000000-0000-4000-8000-0000000000d1'

const partsIn = (section: SampleName, type: TripType) => partsOf[section](planTemplates[section](type) as never)
const cases = sampleNames.flatMap((section) => tripTypes.map((type) => ({ section, type })))

/** What tells samples in a trip where these parts were adopted. */
const samplesIn = (type: TripType, ...adopted: string[]) =>
  findSamples({
    type,
    template_revision: 3,
    adopted: adopted.map((part) => ({ ...newAdoptedPart(part), is_adopted: true })),
  })
const isSample = samplesIn('car_trip')
const template = {
  notes: planTemplates.notes('car_trip'),
  meals: planTemplates.meals('car_trip'),
  itinerary: planTemplates.itinerary('car_trip'),
  checklist: planTemplates.checklist('car_trip'),
}

describe('TMPL-23 the parts of the sample that a section starts with', () => {
  it('exist for each section that does not start empty', () => {
    const filled = sectionNames.filter((name) =>
      tripTypes.some((type) => diffSection(name, type, plan[name].empty, planTemplates[name](type)).length > 0),
    )
    expect([...sampleNames].sort()).toEqual(filled.sort())
  })

  it.each(tripTypes)('are recognized by their hashes: %s', (type) => {
    const hashes = sampleNames.flatMap((section) => partsIn(section, type).map(([path, part]) => hashOf(path, part)))
    expect(sampleHashes[type]).toEqual(hashes)
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it.each(cases)('are the same whatever the order of their fields: $section, $type', ({ section, type }) => {
    const is = samplesIn(type)
    for (const [path, part] of partsIn(section, type)) expect(is(path, reversed(part)), path).toBe(true)
  })

  it.each(cases)('are own in another place, or after any edit: $section, $type', ({ section, type }) => {
    const is = samplesIn(type)
    for (const [path, part] of partsIn(section, type)) {
      expect(is(`${path}0`, part), path).toBe(false)
      for (const edited of listEdits(part)) expect(is(path, edited), `${path}: ${JSON.stringify(edited)}`).toBe(false)
    }
  })

  it.each(cases)('are own once they, or what they belong to, are adopted: $section, $type', ({ section, type }) => {
    const parts = partsIn(section, type)
    const [[first = '', firstPart = null] = []] = parts
    const steps = first.split('/')
    for (const [index] of steps.entries()) {
      const adopted = steps.slice(0, index + 1).join('/')
      const is = samplesIn(type, adopted)
      expect(is(first, firstPart), adopted).toBe(false)
      for (const [path, part] of parts) {
        // What a new day starts with may be added later: it is adopted with its day at least.
        const isLater = path.startsWith('itinerary/4/') && !path.endsWith('/title') && !adopted.includes('/')
        expect(is(path, part), `${path} with ${adopted}`).toBe(isLater || !`${path}/`.startsWith(`${adopted}/`))
      }
    }
    // What was taken back is a sample again.
    const takenBack = findSamples({ type, template_revision: 3, adopted: [newAdoptedPart(section)] })
    expect(takenBack(first, firstPart)).toBe(true)
  })

  it.each(tripTypes)('include the activities that a new day starts with, on any day: %s', (type) => {
    const is = samplesIn(type)
    const [day, other] = [newItineraryDay(type, 9), newItineraryDay(type, 10)]
    for (const level of levels)
      for (const activity of day[level]) {
        const path = pathOf.activity(9, level, activity)
        expect(is(path, activity)).toBe(true)
        expect(samplesIn(type, path)(path, activity)).toBe(false)
        expect(is(pathOf.activity(10, level, activity), activity)).toBe(false)
        for (const edited of listEdits(activity)) expect(is(path, edited), JSON.stringify(edited)).toBe(false)
      }
    expect(ownItinerary({ 9: day, 10: { ...other, hard: [] } }, is)).toEqual({
      9: { title: day.title, light: [], hard: [] },
      10: { title: other.title, light: [], hard: [] },
    })
  })

  it.each([1, 2] as const)('are own in trips that started with revision %i', (template_revision) => {
    for (const { section, type } of cases) {
      const is = findSamples({ type, template_revision, adopted: [] })
      for (const [path, part] of partsOf[section](planTemplates[section](type, template_revision) as never))
        expect(is(path, part), path).toBe(false)
    }
  })
})

describe('a section without its sample', () => {
  it('is empty if nobody has taken anything up', () => {
    expect(ownNotes(template.notes, isSample)).toEqual([])
    expect(ownMeals(template.meals, isSample, undefined)).toEqual({})
    expect(ownItinerary(template.itinerary, isSample)).toEqual({})
    expect(ownChecklist(template.checklist, isSample, undefined)).toEqual([])
  })

  it('is the same object if all of it is own', () => {
    const all = samplesIn('car_trip', ...sampleNames, 'itinerary/4')
    expect(ownNotes(template.notes, all)).toBe(template.notes)
    expect(ownMeals(template.meals, all, undefined)).toBe(template.meals)
    expect(ownItinerary(template.itinerary, all)).toBe(template.itinerary)
    expect(ownChecklist(template.checklist, all, undefined)).toBe(template.checklist)
  })

  it('has an adopted day as it is, and a day with one own meal without the others and the snacks', () => {
    const day = ownMeals(template.meals, samplesIn('car_trip', 'meals/2'), undefined)
    expect(day).toEqual({ 2: template.meals[2] })
    expect(day[2]).toBe(template.meals[2])
    const { 1: first } = ownMeals(template.meals, samplesIn('car_trip', 'meals/1/lunch'), undefined)
    expect(first?.meals.lunch).toBe(template.meals[1]?.meals.lunch)
    expect([first?.meals.dinner.name, first?.meals.dinner.ingredients, first?.snacks]).toEqual(['', [], []])
    // Computed again, it is the same meal: what is cached by it stays.
    const again = ownMeals({ ...template.meals }, samplesIn('car_trip', 'meals/1/lunch'), undefined)
    expect(again[1]?.meals.dinner).toBe(first?.meals.dinner)
  })

  it('has a meal that somebody cooks, an item that somebody ticked or brings, and an edited activity', () => {
    const cook = { id: DUTY, kind: 'cook' as const, name: '', day: 1, meal: 'dinner' as const, places: 2, note: '' }
    const cooking = { duties: [cook], volunteers: [newVolunteer(DUTY, ANA)] }
    expect(ownMeals(template.meals, isSample, { ...cooking, volunteers: [] })).toEqual({})
    const { 1: day } = ownMeals(template.meals, isSample, cooking)
    expect(day?.meals.dinner.name).toBe('Burgers & Corn on the Cob')
    expect(day?.meals.breakfast.name).toBe('')

    const [group, other] = template.checklist
    if (!group || !other) throw new Error('The template has no categories')
    const [first, second] = group.items
    if (!first || !second) throw new Error('The category has no items')
    const ticked = template.checklist.with(0, { ...group, items: group.items.with(0, { ...first, checked: true }) })
    const claims = [newClaim(second, ANA, 1), newClaim(other.items[0] ?? first, ANA, 0)]
    const names = ownChecklist(ticked, isSample, { claims }).map(({ category, items }) => [
      category,
      ...items.map(({ name }) => name),
    ])
    expect(names).toEqual([[group.category, first.name, second.name]])

    const [activity] = template.itinerary[1]?.light ?? []
    if (!activity) throw new Error('The template has no activities')
    const edited = { ...activity, time: '9:00 AM' }
    const changed = { ...template.itinerary, 1: { title: 'Day 1: Arrival & Setup', light: [edited], hard: [] } }
    expect(ownItinerary(changed, isSample)).toEqual({ 1: { title: '', light: [edited], hard: [] } })
  })
})

/** The same part with each of its texts, numbers and switches changed in turn. */
function* listEdits(part: Json | undefined): Generator<Json> {
  if (typeof part === 'boolean') yield !part
  else if (typeof part === 'number') yield part + 1
  else if (typeof part === 'string') yield `${part}.`
  else if (part)
    for (const [key, inner] of Object.entries(part))
      for (const edited of listEdits(inner))
        yield Array.isArray(part) ? part.with(Number(key), edited) : { ...part, [key]: edited }
}

/** The same value, with the fields of all its objects in reverse order. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [name, reversed(inner)])
      .reverse(),
  )
}
