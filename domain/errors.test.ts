import { describe, expect, it } from 'vitest'
import { errorBody } from './api/error.ts'
import { errorMessage } from './error-messages.ts'
import { type ErrorCode, errors, isErrorCode } from './error-statuses.ts'
import { AppError } from './errors.ts'

const codes = Object.keys(errors) as ErrorCode[]

describe('the list of errors', () => {
  it.each(codes)('has a status and a message for %s', (code) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(errors[code]).toBeGreaterThanOrEqual(400)
    expect(errors[code]).toBeLessThan(600)
    expect(errorMessage(code).trim()).not.toBe('')
  })

  it('recognizes its own codes and no others', () => {
    for (const code of codes) expect(isErrorCode(code)).toBe(true)
    for (const code of ['', 'not_in_the_list', 'toString', '__proto__', null, undefined, 404])
      expect(isErrorCode(code)).toBe(false)
  })
})

describe('an error', () => {
  it('has the default message of its code only if the browser detects it itself', () => {
    expect(new AppError('trip_not_found').message).toBe('')
    const error = new AppError('unreachable')
    expect(error).toBeInstanceOf(Error)
    expect({ name: error.name, code: error.code, message: error.message }).toEqual({
      name: 'AppError',
      code: 'unreachable',
      message: 'We couldn’t reach the server. Please check your connection.',
    })
  })

  it('accepts a more exact message and a cause', () => {
    const cause = new Error('disk full')
    const error = new AppError('internal_error', 'The plan could not be written.', { cause })
    expect(error.message).toBe('The plan could not be written.')
    expect(error.cause).toBe(cause)
  })

  it('can be parsed if a newer server sends a code that is not in the list', () => {
    const body = { error: { code: 'from_tomorrow', message: 'Something new.' } }
    expect(errorBody.parse(body)).toEqual(body)
  })
})
