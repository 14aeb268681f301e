import { describe, expect, it } from 'vitest'
import { MAX_EMAIL, MAX_FULL_NAME, MAX_PASSWORD, MAX_USERNAME } from './auth.ts'
import { credentials, registration } from './credentials.ts'

const data = { username: 'ada', full_name: 'Ada Lovelace', is_beta_user: true, referred_by: null }
const request = { email: 'ada@example.org', password: 'secret', data }
const registers = (changes: object) => registration.safeParse({ ...request, ...changes }).success
const registersWith = (changes: object) => registers({ data: { ...data, ...changes } })
const signsIn = (changes: object) =>
  credentials.safeParse({ email: 'ada@example.org', password: 'x', ...changes }).success

describe('signing in', () => {
  it('CALL-AUTH-3 takes email and password', () => {
    expect(credentials.parse({ email: 'ada@example.org', password: 'secret' })).toEqual({
      email: 'ada@example.org',
      password: 'secret',
    })
    expect(signsIn({ username: 'ada' })).toBe(false)
  })

  it('VALID-11 requires the email', () => {
    for (const email of [undefined, '', '  ']) expect(signsIn({ email })).toBe(false)
  })

  it('VALID-12 requires the password', () => {
    for (const password of [undefined, '']) expect(signsIn({ password })).toBe(false)
  })

  it('accepts a short password, which an old account may have, but not one of absurd length', () => {
    expect(signsIn({ password: '1' })).toBe(true)
    expect(signsIn({ password: 'x'.repeat(MAX_PASSWORD + 1) })).toBe(false)
  })
})

describe('the email', () => {
  it('is trimmed and lower-cased, so that one address is one account', () => {
    expect(credentials.parse({ email: ' Ada@Example.ORG \n', password: 'x' }).email).toBe('ada@example.org')
    expect(registration.parse({ ...request, email: ' Ada@Example.ORG' }).email).toBe('ada@example.org')
  })

  it('has to be an address', () => {
    for (const email of [
      'ada',
      'ada@',
      '@example.org',
      'ada@example',
      'a da@example.org',
      'ada@example.org, bob@example.org',
      1,
    ]) {
      expect(signsIn({ email }), String(email)).toBe(false)
      expect(registers({ email }), String(email)).toBe(false)
    }
    expect(registers({ email: `${'x'.repeat(MAX_EMAIL)}@example.org` })).toBe(false)
  })
})

describe('registering', () => {
  it('CALL-AUTH-5 DATA-56 takes email, password and data: username, full_name, is_beta_user and referred_by', () => {
    expect(registration.parse(request)).toEqual(request)
    expect(registers({ role: 'admin' })).toBe(false)
    expect(registersWith({ role: 'admin' })).toBe(false)
    for (const field of ['email', 'password', 'data']) expect(registers({ [field]: undefined }), field).toBe(false)
    for (const field of Object.keys(data)) expect(registersWith({ [field]: undefined }), field).toBe(false)
  })

  it('VALID-9 CONST-2 refuses a password of 5 characters and accepts one of 6', () => {
    expect(registers({ password: '12345' })).toBe(false)
    expect(registers({ password: '123456' })).toBe(true)
    expect(registers({ password: 'x'.repeat(MAX_PASSWORD) })).toBe(true)
    expect(registers({ password: 'x'.repeat(MAX_PASSWORD + 1) })).toBe(false)
  })

  it('leaves the password unchanged', () => {
    for (const password of [' spaces ', 'PassWörd🏕️'])
      expect(registration.parse({ ...request, password }).password).toBe(password)
  })

  it('VALID-5 requires the full name', () => {
    for (const full_name of [undefined, '', '  ']) expect(registersWith({ full_name })).toBe(false)
  })

  it('VALID-6 requires the username', () => {
    for (const username of [undefined, '', ' \t']) expect(registersWith({ username })).toBe(false)
  })

  it('VALID-7 requires the email', () => {
    for (const email of [undefined, '', ' ']) expect(registers({ email })).toBe(false)
  })

  it('VALID-8 requires the password', () => {
    for (const password of [undefined, '']) expect(registers({ password })).toBe(false)
  })

  it('trims names, and limits their length', () => {
    const names = { username: ' ada ', full_name: ' Ada  Lovelace\n' }
    expect(registration.parse({ ...request, data: { ...data, ...names } }).data).toEqual({
      ...data,
      full_name: 'Ada  Lovelace',
    })
    expect(registersWith({ username: 'x'.repeat(MAX_USERNAME + 1) })).toBe(false)
    expect(registersWith({ full_name: 'x'.repeat(MAX_FULL_NAME + 1) })).toBe(false)
  })

  it('DATA-57 accepts only beta users', () => {
    for (const is_beta_user of [false, 'true', 1, null]) expect(registersWith({ is_beta_user })).toBe(false)
  })

  it('VALID-10 DATA-58 accepts a referral, or null', () => {
    for (const referred_by of [null, 'A friend 🏕️']) {
      expect(registration.parse({ ...request, data: { ...data, referred_by } }).data.referred_by).toBe(referred_by)
    }
  })
})
