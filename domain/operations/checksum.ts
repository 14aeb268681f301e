import type { Form } from './form.ts'
import { childOf, isObject, type Json, type JsonObject } from './json.ts'

/** How often a checksum goes along: with each version that this divides, and of what is larger than `CHECKED_SIZE` as much more rarely. */
export const CHECKED_EVERY = 32
const CHECKED_SIZE = 64 * 1024

/**
 * Whether a checksum goes along with a version: it costs as much as the whole value is long, however little has changed.
 * @param size how long the value is as JSON, in UTF-16 code units
 */
export function isChecked(version: number, size: number): boolean {
  return version % (CHECKED_EVERY * Math.ceil(size / CHECKED_SIZE)) === 0
}

/*
 * FNV-1a, 32 bits (Fowler, Noll, Vo), over UTF-16 code units. It tells chance differences apart, not forged ones.
 */
const BASIS = 0x811c9dc5
const PRIME = 0x01000193

/** What stands before a value, so that '1' is not 1 and ['ab'] is not ['a', 'b']. */
const tags = { absent: 1, null: 2, no: 3, yes: 4, number: 5, text: 6, list: 7, fields: 8 } as const

/**
 * A number from 0 to 2^32 - 1 that is the same for equal values, whatever the order of their fields and days, and almost
 * always another one for others: by it a device notices that it shows something else than the server has.
 * @param form of the value
 */
export function checksum(form: Form, value: Json): number {
  return ofForm(BASIS, form, value) >>> 0
}

function ofForm(sum: number, form: Form, value: Json): number {
  if (form.is === 'fields' && isObject(value)) {
    let all = mix(sum, tags.fields)
    for (const [name, field] of form.fields) all = ofForm(all, field, childOf(value, name))
    return all
  }
  if (form.is === 'list' && Array.isArray(value)) {
    let all = mix(mix(sum, tags.list), value.length)
    for (const entry of value) all = ofForm(all, form.entry, entry)
    return all
  }
  if (form.is === 'days' && isObject(value)) {
    const days = Object.keys(value).toSorted((one, other) => Number(one) - Number(other))
    return days.reduce(
      (all, day) => ofForm(ofText(all, day), form.entry, value[day]),
      mix(mix(sum, tags.fields), days.length),
    )
  }
  return ofJson(sum, value)
}

/** What a field holds. */
function ofJson(sum: number, value: Json): number {
  if (typeof value === 'string') return ofText(sum, value)
  if (value === undefined) return mix(sum, tags.absent)
  if (value === null) return mix(sum, tags.null)
  if (typeof value === 'boolean') return mix(sum, value ? tags.yes : tags.no)
  if (typeof value === 'number') return ofText(mix(sum, tags.number), String(value))
  if (Array.isArray(value)) return value.reduce<number>(ofJson, mix(mix(sum, tags.list), value.length))
  const fields = value as JsonObject
  const names = Object.keys(fields).filter((name) => fields[name] !== undefined)
  return names
    .toSorted()
    .reduce((all, name) => ofJson(ofText(all, name), fields[name]), mix(mix(sum, tags.fields), names.length))
}

function ofText(sum: number, text: string): number {
  let all = mix(mix(sum, tags.text), text.length)
  for (let at = 0; at < text.length; at++) all = mix(all, text.charCodeAt(at))
  return all
}

const mix = (sum: number, unit: number): number => Math.imul(sum ^ unit, PRIME)
