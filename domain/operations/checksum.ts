import type { Form } from './form.ts'
import { childOf, isObject, type Json, type JsonObject } from './json.ts'

/**
 * A checksum is sent with every version that this divides. For values larger than `CHECKED_SIZE` it is sent
 * proportionally less often.
 */
export const CHECKSUM_INTERVAL = 32
const CHECKED_SIZE = 64 * 1024

/**
 * Whether a version is sent with a checksum. Computing one takes time proportional to the whole value, however small
 * the change is.
 * @param size the length of the value as JSON, in UTF-16 code units
 */
export function hasChecksum(version: number, size: number): boolean {
  return version % (CHECKSUM_INTERVAL * Math.ceil(size / CHECKED_SIZE)) === 0
}

/*
 * FNV-1a, 32 bits (Fowler, Noll, Vo), over UTF-16 code units. It detects accidental differences, not forged ones.
 */
const BASIS = 0x811c9dc5
const PRIME = 0x01000193

/** Hashed before each value, so that '1' differs from 1, and ['ab'] from ['a', 'b']. */
const tags = { absent: 1, null: 2, no: 3, yes: 4, number: 5, text: 6, list: 7, fields: 8 } as const

/**
 * A number from 0 to 2^32 - 1. It is the same for equal values, whatever the order of their fields and days, and almost
 * always different for others. A device uses it to detect that its value differs from the server's.
 */
export function checksum(form: Form, value: Json): number {
  return hashForm(BASIS, form, value) >>> 0
}

function hashForm(sum: number, form: Form, value: Json): number {
  if (form.is === 'fields' && isObject(value)) {
    let all = mix(sum, tags.fields)
    for (const [name, field] of form.fields) all = hashForm(all, field, childOf(value, name))
    return all
  }
  if (form.is === 'list' && Array.isArray(value)) {
    let all = mix(mix(sum, tags.list), value.length)
    for (const entry of value) all = hashForm(all, form.entry, entry)
    return all
  }
  if (form.is === 'days' && isObject(value)) {
    const days = Object.keys(value).toSorted((one, other) => Number(one) - Number(other))
    return days.reduce(
      (all, day) => hashForm(hashText(all, day), form.entry, value[day]),
      mix(mix(sum, tags.fields), days.length),
    )
  }
  return hashJson(sum, value)
}

function hashJson(sum: number, value: Json): number {
  if (typeof value === 'string') return hashText(sum, value)
  if (value === undefined) return mix(sum, tags.absent)
  if (value === null) return mix(sum, tags.null)
  if (typeof value === 'boolean') return mix(sum, value ? tags.yes : tags.no)
  if (typeof value === 'number') return hashText(mix(sum, tags.number), String(value))
  if (Array.isArray(value)) return value.reduce<number>(hashJson, mix(mix(sum, tags.list), value.length))
  const fields = value as JsonObject
  const names = Object.keys(fields).filter((name) => fields[name] !== undefined)
  return names
    .toSorted()
    .reduce((all, name) => hashJson(hashText(all, name), fields[name]), mix(mix(sum, tags.fields), names.length))
}

function hashText(sum: number, text: string): number {
  let all = mix(mix(sum, tags.text), text.length)
  for (let at = 0; at < text.length; at++) all = mix(all, text.charCodeAt(at))
  return all
}

const mix = (sum: number, unit: number): number => Math.imul(sum ^ unit, PRIME)
