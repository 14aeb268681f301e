import { countExpected } from '#domain/expected-people.ts'
import { type AdoptedPart, type Details, newAdoptedPart } from '#domain/plan/details.ts'
import type { Itinerary } from '#domain/plan/itinerary.ts'
import type { Party } from '#domain/plan/people.ts'
import { adaptSample, isElsewhere } from '#domain/templates/adapt.ts'
import { withoutSample } from '#domain/templates/own-parts.ts'
import type { TemplateRevision } from '#domain/templates/revision.ts'
import { findSamples, type IsSample, listNewDays, type SampleName } from '#domain/templates/sample.ts'
import type { TripType } from '#domain/trip.ts'
import { dayCount } from '#domain/trip-days.ts'
import type { EditableSection } from '#web/data/trips/use-section.ts'

/* Using and removing the sample. Loaded with its first use, since it includes the sample's texts. */

export interface UseSample<Name extends SampleName> {
  of: Name
  type: TripType
  template_revision: TemplateRevision
  details: Details
  people: readonly Party[]
  edit: EditableSection<Name>['edit']
  editDetails: EditableSection<'details'>['edit']
}

/**
 * Takes up a part of the sample as the trip's own, adapted to its people, days and place.
 * @param part its path: see `pathOf`
 * @param isShownAsSample what the screen shows as a sample: not what somebody brings or cooks
 * @returns the function that undoes it
 */
export function adoptSample<Name extends SampleName>(
  using: UseSample<Name>,
  part: string,
  isShownAsSample: IsSample,
): () => void {
  const { of, type, details, people, edit, editDetails } = using
  const isSample = stillSample(using, isShownAsSample)
  const known = {
    type,
    people: countExpected(details, people),
    days: dayCount(details) ?? 0,
    isElsewhere: isElsewhere(details.destination_name),
  }
  let parts = [part]
  const undoAdapting = edit((value) => {
    const adapted = adaptSample(of, value, { known, isSample, part })
    if (part === 'itinerary') parts = [part, ...listNewDays(type, adapted as Itinerary)]
    return adapted
  }, 'at-once')
  const undoAdopting = editDetails(
    (current) => ({ ...current, adopted: parts.reduce(withAdopted, current.adopted) }),
    'at-once',
  )
  return () => {
    undoAdopting()
    undoAdapting()
  }
}

function withAdopted(adopted: AdoptedPart[], part: string): AdoptedPart[] {
  const added = newAdoptedPart(part)
  const all = adopted.some(({ id }) => id === added.id) ? adopted : [...adopted, added]
  return all.map((one) => (one.id === added.id ? { ...one, is_adopted: true } : one))
}

/**
 * Removes what is still the sample from a section.
 * @param isShownAsSample what the screen shows as a sample: not what somebody brings or cooks
 * @returns the function that undoes it
 */
export function removeSample<Name extends SampleName>(using: UseSample<Name>, isShownAsSample: IsSample): () => void {
  const { of, type, details, people, edit } = using
  const isSample = stillSample(using, isShownAsSample)
  const servings = countExpected(details, people)
  return edit((value) => withoutSample(of, { type, servings }, value, isSample), 'at-once')
}

/** What is a sample on the screen, and still is: somebody may have edited a part meanwhile. */
function stillSample(
  {
    type,
    template_revision,
    details: { adopted },
  }: Pick<UseSample<SampleName>, 'type' | 'template_revision' | 'details'>,
  isShownAsSample: IsSample,
): IsSample {
  const isStillSample = findSamples({ type, template_revision, adopted })
  return (path, part) => isStillSample(path, part) && isShownAsSample(path, part)
}
