import * as fc from 'fast-check'
import type * as z from 'zod/mini'
import { DEFAULT_AI_MODEL } from '#domain/api/ai.ts'
import { anyText } from '#domain/testing/arbitraries.ts'
import { EMAIL, idsOfWorld, PASSWORD, secretsOfWorld, standIn } from './stand-ins.ts'

/** The relevant parts of a zod schema's definition (zod 4, 'Zod Core': `_zod.def`). */
interface Definition {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  options?: z.ZodMiniType[]
  keyType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  entries?: Record<string, string>
  values?: unknown[]
}

const leafValues: Record<string, fc.Arbitrary<unknown>> = {
  string: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...idsOfWorld.map(standIn)) },
    { weight: 2, arbitrary: fc.constantFrom(...secretsOfWorld) },
    { weight: 3, arbitrary: fc.uuid() },
    { weight: 3, arbitrary: fc.constantFrom(EMAIL, PASSWORD, '2026-07-04') },
    { weight: 2, arbitrary: fc.uuid().map((id) => `${id}@example.org`) },
    // A time of day, a moment, and the keys of a browser that gets pushes.
    {
      weight: 4,
      arbitrary: fc.constantFrom('22:30', '2026-07-04T12:00:00.000Z', `B${'A'.repeat(86)}`, 'A'.repeat(22)),
    },
    { weight: 4, arbitrary: anyText(300) },
  ),
  number: fc.oneof(fc.nat(3), fc.nat(400), fc.integer(), fc.double({ min: 0, max: 2, noNaN: true })),
  boolean: fc.boolean(),
  unknown: fc.jsonValue({ maxDepth: 3 }),
}

/** Any value that a schema accepts, including references to the world's ids and secrets. */
export function anyOfSchema(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  return anyOfDefinition(schema._zod.def as Definition).filter((value) => schema.safeParse(value).success)
}

function anyOfDefinition(definition: Definition): fc.Arbitrary<unknown> {
  const { type, shape, element, innerType, options, keyType, valueType, entries, values } = definition
  if (shape) return anyOfShape(shape)
  if (element) return fc.array(anyOfSchema(element), { maxLength: 4 })
  if (options) return fc.oneof(...options.map(anyOfSchema))
  if (entries) return fc.constantFrom(...Object.values(entries))
  if (values) return fc.constantFrom(...values)
  if (keyType && valueType)
    return fc.dictionary(anyOfSchema(keyType) as fc.Arbitrary<string>, anyOfSchema(valueType), { maxKeys: 4 })
  if (innerType) return type === 'nullable' ? fc.option(anyOfSchema(innerType)) : anyOfSchema(innerType)
  const leaf = leafValues[type]
  if (!leaf) throw new Error(`Nothing is known of how to make any ${type}: add it here`)
  return leaf
}

/** Likely values by field name: random ones would hardly ever grant access to anything. */
const likelyValues: Record<string, readonly unknown[]> = {
  token: ['known-invitation'],
  secret: ['known-personal-link'],
  code: ['known-device-code'],
  email: [EMAIL],
  password: [PASSWORD],
  model: [DEFAULT_AI_MODEL],
  guest: [standIn('guest')],
  person_id: [standIn('our person'), standIn('member'), standIn('guest')],
}

function anyOfField(name: string, schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const validValues = likelyValues[name]?.filter((value) => schema.safeParse(value).success) ?? []
  return validValues.length > 0 ? fc.oneof(fc.constantFrom(...validValues), anyOfSchema(schema)) : anyOfSchema(schema)
}

function anyOfShape(shape: Record<string, z.ZodMiniType>): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape)
  const isOptional = (field: z.ZodMiniType) => (field._zod.def as Definition).type === 'optional'
  const requiredKeys = fields.filter(([, field]) => !isOptional(field)).map(([name]) => name)
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, anyOfField(name, field)])), {
    requiredKeys,
    noNullPrototype: true,
  })
}
