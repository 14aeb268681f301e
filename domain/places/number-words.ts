import * as m from '#messages'
import { emergencyNumbers, mobileEmergencyNumber } from './emergency-numbers.ts'

/** The emergency numbers of a country with what each is for; that of mobile phones where they are not known. */
export function listEmergencyNumbers(country: string): { areKnown: boolean; list: { name: string; number: string }[] } {
  const numbers = emergencyNumbers(country)
  const kinds = numbers
    ? [
        { name: m.emergency_all(), number: numbers.all },
        { name: m.emergency_ambulance(), number: numbers.ambulance },
        { name: m.emergency_fire(), number: numbers.fire },
        { name: m.emergency_police(), number: numbers.police },
      ]
    : [{ name: m.emergency_mobile(), number: mobileEmergencyNumber }]
  const list = kinds.flatMap(({ name, number }) => (number === undefined ? [] : [{ name, number }]))
  return { areKnown: numbers !== undefined, list }
}
