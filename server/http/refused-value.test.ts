import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { deviceCode, newCredentials } from '#domain/api/account-recovery.ts'
import { MAX_EMAIL, MAX_USERNAME } from '#domain/api/auth.ts'
import { credentials, registration } from '#domain/api/credentials.ts'
import { joining } from '#domain/api/people.ts'
import { newTrip } from '#domain/api/trips.ts'
import { buildRegistration } from '../testing/test-app.ts'
import { refusedValue } from './refused-value.ts'

const NUL = String.fromCharCode(0)
const ID = '00000000-0000-4000-8000-000000000001'

function refuse(schema: z.ZodMiniType, body: unknown) {
  const parsed = schema.safeParse(body)
  const { code, message, at, reason } = refusedValue(parsed.error?.issues ?? [], body)
  return { code, message, at, reason }
}

const signUp = (changed: object) => ({ ...buildRegistration(), ...changed })
const profile = (changed: object) => signUp({ data: { ...buildRegistration().data, ...changed } })

it.each([
  [
    registration,
    signUp({ email: 'robin@lake' }),
    'email',
    'Please enter a full email address, such as robin@example.org',
  ],
  [credentials, { email: '', password: 'x' }, 'email', 'Please enter your email address'],
  [
    credentials,
    { email: `${'r'.repeat(MAX_EMAIL)}@example.org`, password: 'x' },
    'email',
    `Please enter your email address with at most ${MAX_EMAIL} characters`,
  ],
  [credentials, { email: 'robin@example.org', password: '' }, 'password', 'Please enter your password'],
  [registration, signUp({ password: 'birch' }), 'password', 'Please enter a password of at least 6 characters'],
  [
    newCredentials,
    { email: 'robin@example.org', password: 'birches' },
    'password',
    'Please enter a password of at least 8 characters',
  ],
  [registration, profile({ username: ' \u200e' }), 'data.username', 'Please enter a username'],
  [
    registration,
    profile({ username: 'r'.repeat(MAX_USERNAME + 1) }),
    'data.username',
    `Please enter a username with at most ${MAX_USERNAME} characters`,
  ],
  [
    registration,
    profile({ full_name: `Robin${NUL}` }),
    'data.full_name',
    'Please enter your full name without special characters that can’t be stored',
  ],
  [newTrip, { id: ID, name: ' ', type: 'car_trip' }, 'name', 'Please enter a trip name'],
  [joining, { token: 'x', device: ID, name: '' }, 'name', 'Please enter your name'],
  [deviceCode, { code: '' }, 'code', 'Please enter the code that the other device shows'],
])('ERR-8, SIGNIN-16 a typed value is refused with a sentence for its field: %#', (schema, body, at, message) => {
  const refused = refuse(schema as z.ZodMiniType, body)
  expect(refused).toMatchObject({ code: 'invalid_request', at, message })
  expect(refused.reason).toMatch(new RegExp(`^${at}: \\w`))
})

it.each([
  [registration, signUp({ email: 7 }), 'email: '],
  [registration, profile({ is_beta_user: false }), 'data.is_beta_user: '],
  [registration, signUp({ role: 'admin' }), 'Unrecognized key'],
  [joining, { token: '', device: ID }, 'token: Should have 1 to 100 characters'],
  [z.array(z.strictObject({ type: z.enum(['car_trip']) })), [{ type: 'boat' }], '0.type: '],
  [registration, null, 'Invalid input'],
])('what the app never sends is explained only to developers: %#', (schema, body, reason) => {
  const refused = refuse(schema as z.ZodMiniType, body)
  expect(refused).toMatchObject({ code: 'invalid_request', message: '', at: undefined })
  expect(refused.reason).toContain(reason)
})
