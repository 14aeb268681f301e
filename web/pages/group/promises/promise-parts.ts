import type { CommonSectionName } from '#domain/plan/index.ts'
import { inOrder } from '#web/pages/trip/features.ts'
import type { PromisesPart } from '#web/trip-core/feature.ts'

/** Where people promise something, in the order in which a person's page lists it. */
export const promiseParts: (PromisesPart & { section: CommonSectionName })[] = inOrder([
  'rides',
  'beds',
  'duties',
  'gear',
  'shopping',
]).flatMap(([section, { promises }]) => (promises ? [{ ...promises, section }] : []))

/** What these parts list, as far as their code is loaded. */
export const loadedSources = () =>
  promiseParts.flatMap(({ section, code: { code } }) => (code ? [{ ...code.promiseSource, section }] : []))

export const loadPromises = () => Promise.all(promiseParts.map(({ code }) => code.load()))
