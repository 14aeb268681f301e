import { describe, expect, it } from 'vitest'
import { DEVICE_CODE_LETTERS, parseDeviceCode, showDeviceCode } from './device-code.ts'

describe('a code from another device', () => {
  it('has 40 bits', () => {
    expect(new Set(DEVICE_CODE_LETTERS).size).toBe(32)
  })

  it.each([
    '7KQ2M9XC',
    '7kq2m9xc',
    '7KQ2 M9XC',
    ' 7kq2-m9xc ',
    '7 K Q 2 M 9 X C',
    '7KQ2–M9XC',
    '7KQ2 M9XC.',
    '7KQ2 M9XC”).',
  ])('is the same as %o', (typed) => {
    expect(parseDeviceCode(typed)).toBe('7KQ2M9XC')
  })

  it('may be typed with letters that look like its digits', () => {
    expect(parseDeviceCode('oO0 iIlL1')).toBe('00011111')
  })

  it.each(['', '7KQ2M9X', '7KQ2M9XC7', '7KQ2M9XU', '7KQ2_M9XC', 'https://wayfare.example/join/code'])(
    'is not %o',
    (typed) => {
      expect(parseDeviceCode(typed)).toBe(undefined)
    },
  )

  it('is shown in two groups of four, and can be typed as shown', () => {
    expect(showDeviceCode('7KQ2M9XC')).toBe('7KQ2 M9XC')
    expect(parseDeviceCode(showDeviceCode('7KQ2M9XC'))).toBe('7KQ2M9XC')
  })
})
