import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { plan, type SectionName, sectionNames } from '../plan/index.ts'
import * as ai from './ai.ts'
import { API_VERSION, OLDEST_API_VERSION } from './api-version.ts'
import * as auth from './auth.ts'
import * as comingBack from './coming-back.ts'
import * as credentials from './credentials.ts'
import * as documents from './documents.ts'
import * as error from './error.ts'
import * as events from './events.ts'
import * as history from './history.ts'
import * as mail from './mail.ts'
import * as operations from './operations.ts'
import * as sharing from './sharing.ts'
import * as since from './since.ts'
import * as trips from './trips.ts'

/** What the forms of each version come to. A version that people have been given is never changed here. */
const fingerprints: Record<number, string> = {
  1: '81bd82b245f0b5d0',
}

/** Every form that browser and server exchange, by name. */
function listForms(): [string, unknown][] {
  const modules = { ai, auth, comingBack, credentials, documents, error, events, history, mail, operations, sharing, since, trips }
  const exported = Object.entries(modules).flatMap(([file, module]) =>
    Object.entries(module).flatMap(([name, value]): [string, z.ZodMiniType][] =>
      isForm(value) ? [[`${file}.${name}`, value]] : [],
    ),
  )
  const ofSection = (name: SectionName): [string, z.ZodMiniType][] => [[`plan.${name}`, plan[name].schema]]
  return [...exported, ...sectionNames.flatMap(ofSection)].map(([name, form]) => [
    name,
    z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' }),
  ])
}

function isForm(value: unknown): value is z.ZodMiniType {
  return typeof value === 'object' && value !== null && '_zod' in value
}

describe('the version of the forms', () => {
  it('is another one when a form has changed', () => {
    const forms = listForms()
    expect(forms.length).toBeGreaterThan(30)
    const fingerprint = createHash('sha256').update(JSON.stringify(forms)).digest('hex').slice(0, 16)
    const advice = `A form that browser and server exchange has changed. Where people have been given version ${API_VERSION}, raise
API_VERSION (and OLDEST_API_VERSION where an older app cannot go on), and add its fingerprint here; else mend the one that is here.`
    expect(fingerprint, advice).toBe(fingerprints[API_VERSION])
  })

  it('is not older than the oldest that is understood', () => {
    expect(API_VERSION).toBeGreaterThanOrEqual(OLDEST_API_VERSION)
  })
})
