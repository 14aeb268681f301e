import type { LocalDate } from '../local-date.ts'
import { readIsoTime } from './iso-time.ts'
import { readPassengerName, writeName } from './passenger-name.ts'
import { noTime, type ReadTime } from './read-booking.ts'
import { fieldsOf, type Meaning, type Records, recordOf, textOf, type WalletField } from './wallet-fields.ts'
import { readWrittenTime } from './written-time.ts'

/** A pass, opened. What identifies it to its issuer is in `root`, and nobody reads it. */
export interface WalletPass {
  root: Records
  /** What it says for machines: Apple's semantic tags. They count more than the fields, which people see. */
  tags: Records
  fields: readonly WalletField[]
  /** Dates without a year are near this one. */
  near: LocalDate
}

/** The first of these tags that says something. */
export function tagText({ tags }: WalletPass, ...names: string[]): string {
  return names.map((name) => textOf(tags[name])).find((text) => text !== '') ?? ''
}

/** The first of these tags that is a time. */
export function tagTime({ tags }: WalletPass, names: readonly string[], zone = ''): ReadTime {
  return firstTime(
    names.map((name) => tags[name]),
    zone,
  )
}

/** What a field with a meaning says. A longer text than `max` is something else. */
export function fieldText({ fields }: WalletPass, meaning: Meaning, max = 100): string {
  const values = fieldsOf(fields, meaning).map(({ value }) => value)
  // Issuers write '--' or 'TBA' if they do not know yet.
  return values.find((value) => value.length <= max && !/^(?:[\s–—-]+|tb[acd]|n\/a)$/i.test(value)) ?? ''
}

/** The date, the time or both that a field with a meaning says. */
export function timeOf({ fields, near }: WalletPass, meaning: Meaning): ReadTime {
  for (const { value, isLocal } of fieldsOf(fields, meaning)) {
    const read = readWrittenTime(value, near)
    if (read === undefined) continue
    const { date, time, zone } = read
    return isLocal ? { date, time, zone } : read
  }
  return noTime
}

/** When Wallet shows the pass by itself. */
export function relevantTime({ root }: WalletPass, zone = ''): ReadTime {
  const dates = Array.isArray(root['relevantDates']) ? root['relevantDates'].slice(0, 10).map(recordOf) : []
  return firstTime([root['relevantDate'], ...dates.map(({ date, startDate }) => date ?? startDate)], zone)
}

function firstTime(values: readonly unknown[], zone: string): ReadTime {
  return values.map((value) => readIsoTime(textOf(value), zone)).find(({ date }) => date !== '') ?? noTime
}

/** The first time that is known, with the first date that is known if it has none. */
export function combineTimes(times: readonly ReadTime[]): ReadTime {
  const timed = times.find(({ time }) => time !== '')
  if (timed !== undefined && timed.date !== '') return timed
  const date = times.find((each) => each.date !== '')?.date ?? ''
  return { date, time: timed?.time ?? '', zone: timed?.zone ?? '' }
}

/** The name of a person: a text, or Apple's parts of a name. */
export function personOf(value: unknown): string {
  if (typeof value === 'string') return textOf(readPassengerName(textOf(value)))
  const { givenName, middleName, familyName } = recordOf(value)
  return textOf(writeName([givenName, middleName, familyName].map(textOf)))
}
