import { type Form, formOf } from '../operations/form.ts'
import { plan, type SectionName, sectionNames } from './index.ts'

export const forms = Object.fromEntries(sectionNames.map((name) => [name, formOf(plan[name].schema)])) as Record<
  SectionName,
  Form
>
