import * as m from '#messages'

/*
 * Temperatures are stored in °C and shown in °C. Where people know °F better, it is shown beside it.
 */

/** The regions whose weather services speak of °F (Unicode CLDR, unitPreferences: temperature, weather). */
const FAHRENHEIT = ['BS', 'BZ', 'KY', 'PR', 'PW', 'US', 'GU', 'VI', 'AS', 'MP', 'UM', 'FM', 'MH', 'LR']

/** @param region of the device (ISO 3166), '' if it doesn't say */
export const usesFahrenheit = (region: string): boolean => FAHRENHEIT.includes(region)

/** Without '-0'. */
const whole = (degrees: number) => Math.round(degrees) + 0
const toFahrenheit = (celsius: number) => (celsius * 9) / 5 + 32

/** The low and the high of a day in °C, rounded: '14 to 23 °C'. */
export function celsiusRange(low: number, high: number): string {
  return m.weather_celsius({ degrees: rangeOf(whole(low), whole(high)) })
}

/** The same in °F: '57 to 73 °F'. */
export function fahrenheitRange(low: number, high: number): string {
  return m.weather_fahrenheit({ degrees: rangeOf(whole(toFahrenheit(low)), whole(toFahrenheit(high))) })
}

/** Both, where people know °F better: '14 to 23 °C (57 to 73 °F)'. */
export function rangeText(low: number, high: number, withFahrenheit: boolean): string {
  const celsius = celsiusRange(low, high)
  return withFahrenheit ? m.weather_both({ celsius, fahrenheit: fahrenheitRange(low, high) }) : celsius
}

function rangeOf(from: number, to: number): string {
  return from === to ? minus(to) : m.weather_range({ from: minus(from), to: minus(to) })
}

/** With the sign that is as wide as a plus, and that screen readers call minus. */
const minus = (degrees: number) => String(degrees).replace('-', '−')
