import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { plan, type SectionName, sectionNames } from '../plan/index.ts'
import { API_VERSION, OLDEST_API_VERSION } from './api-version.ts'

/** What the forms of each version come to. A version that people have been given is never changed here. */
const fingerprints: Record<number, string> = {
  1: 'a6cbfbdaff7639ba',
}

/** Every form that browser and server exchange, by name: those of all files here, and of the sections. */
async function listForms(): Promise<[string, unknown][]> {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const exported = files.toSorted().map(async (file) => {
    const values = Object.entries((await import(`./${file}`)) as object)
    return values.flatMap(([name, value]): [string, z.ZodMiniType][] =>
      isForm(value) ? [[`${file} ${name}`, value]] : [],
    )
  })
  const ofSection = (name: SectionName): [string, z.ZodMiniType][] => [[`plan.${name}`, plan[name].schema]]
  return [...(await Promise.all(exported)).flat(), ...sectionNames.flatMap(ofSection)].map(([name, form]) => [
    name,
    z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' }),
  ])
}

function isForm(value: unknown): value is z.ZodMiniType {
  return typeof value === 'object' && value !== null && '_zod' in value
}

describe('the version of the forms', () => {
  it('is another one when a form has changed', async () => {
    const forms = await listForms()
    expect(forms.length).toBeGreaterThan(50)
    const fingerprint = createHash('sha256').update(JSON.stringify(forms)).digest('hex').slice(0, 16)
    const advice = `A form that browser and server exchange has changed. Where people have been given version ${API_VERSION}, raise
API_VERSION (and OLDEST_API_VERSION where an older app cannot go on), and add its fingerprint here; else mend the one that is here.`
    expect(fingerprint, advice).toBe(fingerprints[API_VERSION])
  })

  it('is not older than the oldest that is understood', () => {
    expect(API_VERSION).toBeGreaterThanOrEqual(OLDEST_API_VERSION)
  })
})
