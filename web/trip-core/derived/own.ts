import type { AdoptedPart } from '#domain/plan/details.ts'
import { ownChecklist, ownItinerary, ownMeals, ownNotes } from '#domain/templates/own-parts.ts'
import { findSamples, type IsSample } from '#domain/templates/sample.ts'
import { derive, deriveLoaded } from './derive.ts'
import { type Derived, ownSection, type PlanValues, type PlanView, section } from './plan-view.ts'

/*
 * The plan without the sample that a trip starts with.
 * Job: everything that is computed from a plan is computed from this (use-derived.ts), so nothing ever comes from a
 *   sample. Only the tabs that show a section read it as it is stored.
 * Failure: until the details are loaded, nobody knows what was adopted: nothing of a sample is shown as planned.
 */

const noParts: readonly AdoptedPart[] = []

/** Tells which parts of the stored plan are still the sample. */
const samplesOf: Derived<IsSample> = derive(
  [({ trip }) => trip.type, ({ trip }) => trip.template_revision, ({ values }) => values.details?.adopted ?? noParts],
  ([type, template_revision, adopted]) => findSamples({ type, template_revision, adopted }),
)

const notes = deriveLoaded([ownSection('notes'), samplesOf], ([value, isSample]) => ownNotes(value, isSample))
const meals = derive(
  [ownSection('meals'), samplesOf, section('duties')],
  ([value, isSample, duties]) => value && ownMeals(value, isSample, duties),
)
const itinerary = deriveLoaded([ownSection('itinerary'), samplesOf], ([value, isSample]) =>
  ownItinerary(value, isSample),
)
const checklist = derive(
  [ownSection('checklist'), samplesOf, section('gear')],
  ([value, isSample, gear]) => value && ownChecklist(value, isSample, gear),
)

/**
 * The sections of a plan without the sample.
 * @param stored the view of the sections as they are stored
 */
export function ownValues(stored: PlanView): PlanValues {
  return {
    ...stored.values,
    notes: notes(stored),
    meals: meals(stored),
    itinerary: itinerary(stored),
    checklist: checklist(stored),
  }
}
