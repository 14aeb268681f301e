import * as z from 'zod/mini'
import * as m from '#messages'
import { id, itemList } from '../id.ts'
import { type OptionalLocalDate, optionalLocalDate } from '../local-date.ts'
import { choice } from '../operations/form.ts'
import { timeZoneText } from '../places/time-zone-text.ts'
import { freeText, longText } from '../text.ts'
import { type Booking, bookingFields, hasPrivateParts, newBooking } from './booking.ts'
import { placeRef } from './place-ref.ts'
import { defineSection } from './section.ts'
import { optionalTimeOfDay } from './time-of-day.ts'

/*
 * Where people stay overnight, and the rental cars and ferries that they take. They are a list beside the tickets,
 * whose types are given.
 */

export const MAX_STAY_TEXT = 500
export const MAX_STAY_NOTE = 2000

export const stayKinds = ['stay', 'car', 'ferry'] as const
export type StayKind = (typeof stayKinds)[number]

const text = freeText(MAX_STAY_TEXT)

export const stay = z.strictObject({
  id,
  kind: z.enum(stayKinds),
  /** Of the hotel, the rental company or the ferry line. */
  name: text,
  /** When people check in, pick up the car, or leave: what the clock there shows. */
  starts_on: choice(optionalLocalDate),
  starts_at: choice(optionalTimeOfDay),
  /** 'Europe/Lisbon'; '' if nobody knows it. */
  starts_zone: choice(timeZoneText),
  ends_on: choice(optionalLocalDate),
  ends_at: choice(optionalTimeOfDay),
  ends_zone: choice(timeZoneText),
  /** The address, where the car is picked up, or where the ferry leaves. */
  place: text,
  place_id: choice(placeRef),
  /** Where the car is returned, if elsewhere, or where the ferry arrives. */
  end_place: text,
  confirmation_number: text,
  phone: text,
  note: longText(MAX_STAY_NOTE),
  ...bookingFields,
})
export interface Stay extends Booking {
  id: string
  kind: StayKind
  name: string
  starts_on: OptionalLocalDate
  starts_at: string
  starts_zone: string
  ends_on: OptionalLocalDate
  ends_at: string
  ends_zone: string
  place: string
  place_id: string
  end_place: string
  confirmation_number: string
  phone: string
  note: string
}

export type Stays = Stay[]

export const stays = defineSection<Stays>({
  schema: itemList(stay),
  empty: [],
  failures: () => ({ load: m.plan_stays_load_failed(), save: m.plan_stays_save_failed() }),
  readers: (value) => (value.some(hasPrivateParts) ? value.map((one) => ({ ...one, ...newBooking() })) : value),
  copied: undefined,
})

/** What readers get while the trip hides its confirmation numbers from them. */
export function withoutStayNumbers(value: Stays): Stays {
  return value.map((one) => ({ ...one, confirmation_number: '' }))
}

export function newStay(stayId: string, about: Partial<Omit<Stay, 'id'>> = {}): Stay {
  return {
    id: stayId,
    kind: 'stay',
    name: '',
    starts_on: '',
    starts_at: '',
    starts_zone: '',
    ends_on: '',
    ends_at: '',
    ends_zone: '',
    place: '',
    place_id: '',
    end_place: '',
    confirmation_number: '',
    phone: '',
    note: '',
    ...newBooking(),
    ...about,
  }
}
