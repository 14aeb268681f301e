import { plan, type SectionName, sectionNames } from './index.ts'
import type { Section } from './section.ts'

/** What is said, or written into a log, when a section cannot be loaded or saved. */
export const sectionFailures = Object.fromEntries(sectionNames.map((name) => [name, plan[name].failures])) as Record<
  SectionName,
  Section<unknown>['failures']
>
