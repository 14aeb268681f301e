import { countExpected } from '#domain/expected-people.ts'
import { type AdoptedPart, type Details, newAdoptedPart } from '#domain/plan/details.ts'
import type { Party } from '#domain/plan/people.ts'
import { adaptSample } from '#domain/templates/adapt.ts'
import { withoutSample } from '#domain/templates/own-parts.ts'
import { TEMPLATE_REVISION } from '#domain/templates/revision.ts'
import { findSamples, type IsSample, type SampleName } from '#domain/templates/sample.ts'
import { isBlank } from '#domain/text.ts'
import type { TripType } from '#domain/trip.ts'
import { dayCount } from '#domain/trip-days.ts'
import type { EditableSection } from '#web/data/trips/use-section.ts'

/* Using and removing the sample. Loaded with its first use, since it includes the sample's texts. */

export interface UseSample<Name extends SampleName> {
  of: Name
  type: TripType
  details: Details
  people: readonly Party[]
  edit: EditableSection<Name>['edit']
  editDetails: EditableSection<'details'>['edit']
}

/**
 * Takes up a part of the sample as the trip's own, adapted to its people, days and place.
 * @param part its path: see `pathOf`
 * @returns the function that undoes it
 */
export function adoptSample<Name extends SampleName>(using: UseSample<Name>, part: string): () => void {
  const { of, type, details, people, edit, editDetails } = using
  const isSample = findSamples({ type, template_revision: TEMPLATE_REVISION, adopted: details.adopted })
  const known = {
    type,
    people: countExpected(details, people),
    days: dayCount(details) ?? 0,
    isElsewhere: !isBlank(details.destination_name) && !/algonquin/i.test(details.destination_name),
  }
  const undoAdapting = edit((value) => adaptSample(of, value, { known, isSample, part }), 'at-once')
  const undoAdopting = editDetails(
    (current) => ({ ...current, adopted: withAdopted(current.adopted, part) }),
    'at-once',
  )
  return () => {
    undoAdopting()
    undoAdapting()
  }
}

function withAdopted(adopted: readonly AdoptedPart[], part: string): AdoptedPart[] {
  const added = newAdoptedPart(part)
  const all = adopted.some(({ id }) => id === added.id) ? adopted : [...adopted, added]
  return all.map((one) => (one.id === added.id ? { ...one, is_adopted: true } : one))
}

/**
 * Removes what is still the sample from a section.
 * @param isShownAsSample what the screen shows as a sample: not what somebody brings or cooks
 * @returns the function that undoes it
 */
export function removeSample<Name extends SampleName>(
  { of, type, details, edit }: UseSample<Name>,
  isShownAsSample: IsSample,
): () => void {
  const isStillSample = findSamples({ type, template_revision: TEMPLATE_REVISION, adopted: details.adopted })
  // Somebody may have edited a part meanwhile.
  const isSample: IsSample = (path, part) => isStillSample(path, part) && isShownAsSample(path, part)
  return edit((value) => withoutSample(of, type, value, isSample), 'at-once')
}
