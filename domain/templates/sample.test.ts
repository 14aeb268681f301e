import { describe, expect, it } from 'vitest'
import type { Form } from '../operations/form.ts'
import { type Entry, isObject, type Json, type JsonObject } from '../operations/json.ts'
import { diffSection } from '../plan/diff-section.ts'
import { forms } from '../plan/forms.ts'
import { plan, sectionNames } from '../plan/index.ts'
import { tripTypes } from '../trip.ts'
import { planTemplates } from './plan-templates.ts'
import { templateRevisions } from './revision.ts'
import { hashSample, isSample, sampleNames } from './sample.ts'

const cases = sampleNames.flatMap((section) =>
  tripTypes.flatMap((type) =>
    templateRevisions.map((revision) => ({ section, type, revision, sample: planTemplates[section](type, revision) })),
  ),
)

describe('TMPL-23 the sample that a section starts with', () => {
  it('exists for each section that does not start empty', () => {
    const filled = sectionNames.filter((name) =>
      tripTypes.some((type) => diffSection(name, type, plan[name].empty, planTemplates[name](type)).length > 0),
    )
    expect([...sampleNames].sort()).toEqual(filled.sort())
  })

  it.each(cases)(
    'is recognized by the hash of its template: $section, $type, revision $revision',
    ({ section, type, sample }) => {
      expect(isSample(section, type, sample), `the hash of the template is ${hashSample(sample)}`).toBe(true)
    },
  )

  it.each(cases)(
    'is neither the sample of another type of trip nor empty: $section, $type, revision $revision',
    ({ section, type }) => {
      for (const other of tripTypes)
        if (other !== type) expect(isSample(section, type, planTemplates[section](other))).toBe(false)
      expect(isSample(section, type, plan[section].empty)).toBe(false)
    },
  )

  it.each(cases)(
    'is the same whatever the order of fields and days: $section, $type, revision $revision',
    ({ section, type, sample }) => {
      expect(isSample(section, type, reversed(sample))).toBe(true)
    },
  )

  it.each(cases)('ends with any edit but a tick: $section, $type, revision $revision', ({ section, type, sample }) => {
    const edits = [...listEdits(forms[section], sample)]
    expect(edits.length).toBeGreaterThan(10)
    for (const { what, value } of edits) expect(isSample(section, type, value), what).toBe(what.startsWith('tick'))
  })

  it('remains when the whole checklist is ticked', () => {
    const ticked = planTemplates
      .checklist('car_trip')
      .map((group) => ({ ...group, items: group.items.map((item) => ({ ...item, checked: true })) }))
    expect(isSample('checklist', 'car_trip', ticked)).toBe(true)
  })
})

interface Edit {
  what: string
  value: Json
}

/** One value per single edit: each field changed, each entry and day removed, each entry moved. */
function* listEdits(form: Form, value: Json, name = ''): Generator<Edit> {
  if (form.is === 'leaf') {
    if (typeof value === 'boolean') yield { what: name === 'checked' ? 'tick' : 'switch', value: !value }
    else if (typeof value === 'number') yield { what: 'number', value: value + 1 }
    else yield { what: 'text', value: `${value}.` }
    return
  }
  if (Array.isArray(value)) {
    for (const [at, entry] of (value as Entry[]).entries()) {
      yield { what: `remove ${at}`, value: value.toSpliced(at, 1) }
      if (at > 0) yield { what: `move ${at}`, value: [entry, ...value.toSpliced(at, 1)] }
    }
  }
  for (const [key, inner] of Object.entries(value as JsonObject)) {
    const child = form.is === 'fields' ? form.fields.get(key) : form.entry
    if (form.is === 'days') {
      const { [key]: _, ...others } = value as JsonObject
      yield { what: `remove day ${key}`, value: others }
    }
    if (!child) throw new Error(`There is no form for ${key}`)
    for (const edit of listEdits(child, inner, key)) {
      const changed = Array.isArray(value)
        ? value.with(Number(key), edit.value)
        : { ...(value as JsonObject), [key]: edit.value }
      yield { what: `${edit.what} in ${key}`, value: changed }
    }
  }
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
