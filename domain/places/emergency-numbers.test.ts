import { describe, expect, it } from 'vitest'
import { emergencyNumbers, emergencyNumberTable, mobileEmergencyNumber } from './emergency-numbers.ts'

const countries = emergencyNumberTable.flatMap(([codes]) => codes.split(' '))

describe('the emergency numbers of a country', () => {
  it.each([
    ['CA', { all: '911' }],
    ['US', { all: '911' }],
    ['MX', { all: '911' }],
    ['PR', { all: '911' }],
    ['GB', { all: '999' }],
    ['HK', { all: '999' }],
    ['DE', { all: '112' }],
    ['FR', { all: '112' }],
    ['GL', { all: '112' }],
    ['IN', { all: '112' }],
    ['AU', { all: '000' }],
    ['NZ', { all: '111' }],
    ['JP', { ambulance: '119', fire: '119', police: '110' }],
    ['KR', { ambulance: '119', fire: '119', police: '112' }],
    ['CN', { ambulance: '120', fire: '119', police: '110' }],
    ['BR', { ambulance: '192', fire: '193', police: '190' }],
    ['CL', { ambulance: '131', fire: '132', police: '133' }],
    ['NO', { ambulance: '113', fire: '110', police: '112' }],
    ['CH', { all: '112', ambulance: '144', fire: '118', police: '117' }],
    ['KZ', { all: '112', ambulance: '103', fire: '101', police: '102' }],
    ['RE', { all: '112', ambulance: '15', fire: '18', police: '17' }],
    ['NC', { ambulance: '15', fire: '18', police: '17' }],
    ['ZA', { all: '112', ambulance: '10177', fire: '10177', police: '10111' }],
  ])('of %s', (country, numbers) => {
    expect(emergencyNumbers(country)).toEqual(numbers)
  })

  it('is 112 in the whole European Union', () => {
    const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')
    expect(union).toHaveLength(27)
    for (const country of union) expect(emergencyNumbers(country)?.all, country).toBe('112')
  })

  it.each(['', ' ', 'XX', 'ZZ', 'ca', 'Ca', 'CAN', 'CA ', 'AT BE', 'constructor'])('is unknown for "%s"', (text) => {
    expect(emergencyNumbers(text)).toBeUndefined()
  })

  it.each(['AF', 'ET', 'HT', 'LA', 'MA', 'SY', 'ZW'])('is unknown where sources disagree: %s', (country) => {
    expect(emergencyNumbers(country)).toBeUndefined()
  })
})

describe('the table of emergency numbers', () => {
  it('has countries that exist, each of them once', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    for (const country of countries) {
      expect(country).toMatch(/^[A-Z]{2}$/)
      expect(names.of(country), country).toBeDefined()
    }
    expect(new Set(countries).size).toBe(countries.length)
  })

  it('has a number in each row, of two to five digits', () => {
    for (const country of countries) {
      const numbers = Object.values(emergencyNumbers(country) ?? {})
      expect(numbers.length, country).toBeGreaterThan(0)
      for (const number of numbers) expect(number, country).toMatch(/^\d{2,5}$/)
    }
  })

  it('has 112 for mobile phones anywhere', () => {
    expect(mobileEmergencyNumber).toBe('112')
  })
})
