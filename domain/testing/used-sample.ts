import { type Details, details, newAdoptedPart } from '../plan/details.ts'
import { sampleNames } from '../templates/sample.ts'

/** The details of a trip in which people use all of the sample as it is. */
export const usedSample: Details = {
  ...details.empty,
  // Day 4 of the itinerary has the activities of a new day, which are adopted with their day.
  adopted: [...sampleNames, 'itinerary/4'].map((part) => ({ ...newAdoptedPart(part), is_adopted: true })),
}
