import { type Details, details, newAdoptedPart } from '../plan/details.ts'
import { sampleNames } from '../templates/sample.ts'

/** The details of a trip in which people use all of the sample as it is. */
export const usedSample: Details = {
  ...details.empty,
  adopted: sampleNames.map((part) => ({ ...newAdoptedPart(part), is_adopted: true })),
}
