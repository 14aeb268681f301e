import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { plan, type SectionName, sectionNames } from '../plan/index.ts'
import { API_VERSION, OLDEST_API_VERSION } from './api-version.ts'

/** The fingerprint of the schemas and their names, by version. In a released version only a name may change it. */
const fingerprints: Record<number, string> = {
  1: '7e180571b3e3f04d',
  2: '5659abf9b7ff5e7f',
  3: 'df1421dedd272f3c',
  4: '0a15f4c9265fc6f3',
  5: '9e264a99779c776d',
  6: '702671d5dcf03193',
  7: '487598620b527c0e',
  8: '3c1707a5a9348a47',
  9: '1a780af0021179aa',
  10: '515d72e13df6d5cf',
  11: '742a16ab4ebe13bc',
  12: 'b789cacd36d0543d',
  13: 'de825f32f7c8c964',
  14: 'feb7a7236ba2c3da',
  15: '5c7cdeef0b3a53c2',
}

/** Every schema that browser and server exchange, by name: those in this folder, and those of the sections. */
async function listSchemas(): Promise<[string, unknown][]> {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const exported = files.toSorted().map(async (file) => {
    const values = Object.entries((await import(`./${file}`)) as object)
    return values.flatMap(([name, value]): [string, z.ZodMiniType][] =>
      isSchema(value) ? [[`${file} ${name}`, value]] : [],
    )
  })
  const ofSection = (name: SectionName): [string, z.ZodMiniType][] => [[`plan.${name}`, plan[name].schema]]
  return [...(await Promise.all(exported)).flat(), ...sectionNames.flatMap(ofSection)].map(([name, form]) => [
    name,
    z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' }),
  ])
}

function isSchema(value: unknown): value is z.ZodMiniType {
  return typeof value === 'object' && value !== null && '_zod' in value
}

describe('the API version', () => {
  it('is raised when a schema changes', async () => {
    const forms = await listSchemas()
    expect(forms.length).toBeGreaterThan(50)
    const fingerprint = createHash('sha256').update(JSON.stringify(forms)).digest('hex').slice(0, 16)
    const advice = `A schema that browser and server exchange has changed. If version ${API_VERSION} is released, raise
API_VERSION (and OLDEST_API_VERSION if an older app cannot go on) and add the new fingerprint. Otherwise update it.`
    expect(fingerprint, advice).toBe(fingerprints[API_VERSION])
  })

  it('is not older than the oldest supported version', () => {
    expect(API_VERSION).toBeGreaterThanOrEqual(OLDEST_API_VERSION)
  })
})
