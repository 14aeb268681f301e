import * as m from '#messages'

/*
 * Temperatures are stored in °C and shown in °C. Where people know °F better, it is shown beside it.
 */

/** The regions whose weather services speak of °F (Unicode CLDR, unitPreferences: temperature, weather). */
const FAHRENHEIT = ['BS', 'BZ', 'KY', 'PR', 'PW', 'US', 'GU', 'VI', 'AS', 'MP', 'UM', 'FM', 'MH', 'LR']

/** @param locale of the device, such as 'en-US' */
export function usesFahrenheit(locale: string | undefined): boolean {
  try {
    return FAHRENHEIT.includes(new Intl.Locale(locale ?? 'en-CA').maximize().region ?? '')
  } catch {
    return false
  }
}

const toFahrenheit = (celsius: number) => Math.round((celsius * 9) / 5 + 32)

/** Without '-0'. */
const toWhole = (celsius: number) => Math.round(celsius) + 0

/** A temperature, rounded: '23 °C', '23 °C (73 °F)'. */
export function temperatureText(celsius: number, withFahrenheit: boolean): string {
  const text = m.weather_celsius({ degrees: minus(toWhole(celsius)) })
  return withFahrenheit ? m.weather_both({ celsius: text, fahrenheit: fahrenheitText(celsius) }) : text
}

const fahrenheitText = (celsius: number) => m.weather_fahrenheit({ degrees: minus(toFahrenheit(celsius)) })

/** The low and the high of a day: '14 to 23 °C', '14 to 23 °C (57 to 73 °F)'. */
export function rangeText(low: number, high: number, withFahrenheit: boolean): string {
  const range = (from: number, to: number) =>
    from === to ? minus(to) : m.weather_range({ from: minus(from), to: minus(to) })
  const celsius = m.weather_celsius({ degrees: range(toWhole(low), toWhole(high)) })
  if (!withFahrenheit) return celsius
  const fahrenheit = m.weather_fahrenheit({ degrees: range(toFahrenheit(low), toFahrenheit(high)) })
  return m.weather_both({ celsius, fahrenheit })
}

/** With the sign that is as wide as a plus, and that screen readers call minus. */
const minus = (degrees: number) => String(degrees).replace('-', '−')
