import { type Form, formOf } from '../operations/form.ts'
import { plan, type SectionName, sectionNames } from './index.ts'

/** The form of each section, read from its schema once. */
export const forms = Object.fromEntries(sectionNames.map((name) => [name, formOf(plan[name].schema)])) as Record<
  SectionName,
  Form
>
