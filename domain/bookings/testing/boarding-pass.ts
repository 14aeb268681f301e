import { encode, type Leg } from 'bcbp'
import type { LocalDate } from '../../local-date.ts'

/** A leg of a boarding pass code, from Toronto to Montréal unless it says otherwise. */
export function leg(date: LocalDate, other: Leg = {}): Leg {
  return {
    operatingCarrierPNR: 'ABC123',
    departureAirport: 'YYZ',
    arrivalAirport: 'YUL',
    operatingCarrierDesignator: 'AC',
    flightNumber: '0410',
    flightDate: new Date(`${date}T00:00:00Z`),
    compartmentCode: 'Y',
    seatNumber: '023A',
    checkInSequenceNumber: '0025',
    passengerStatus: '1',
    ...other,
  }
}

/** A boarding pass code, in which the date has no year. */
export function boardingPassCode(passengerName: string, legs: Leg[], other: object = {}): string {
  return encode({ data: { passengerName, legs, ...other } })
}
