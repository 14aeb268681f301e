import type { CSSProperties } from 'react'

/** More colours would be hard to distinguish at a glance. */
const COLOURS = 24

const sizes = { large: 'size-10 text-sm', small: 'size-7 text-xs' }

/** An avatar: a person's initials on a colour. It is next to their name, so screen readers skip it. */
export function Face({ id, name, size = 'large' }: { id: string; name: string; size?: keyof typeof sizes }) {
  const { day, night } = groundsOf(id)
  return (
    <span
      aria-hidden="true"
      style={{ '--day': day, '--night': night } as CSSProperties}
      className={`sign grid shrink-0 place-items-center rounded-full bg-(--day) text-on-action dark:bg-(--night) ${sizes[size]}`}
    >
      {initialsOf(name)}
    </span>
  )
}

/** The background colours for an id, by day and by night. `text-on-action` is readable on each of them. */
export function groundsOf(id: string): { day: string; night: string } {
  const hue = (numberOf(id) % COLOURS) * (360 / COLOURS)
  return { day: `oklch(0.46 0.09 ${hue})`, night: `oklch(0.8 0.08 ${hue})` }
}

export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words.at(0), words.at(-1)] : words
  return ends.map((word = '') => [...word][0]?.toUpperCase()).join('') || '?'
}

/** A hash of an id (FNV-1a): always the same, and very different for ids that differ in one digit. */
export function numberOf(id: string): number {
  let sum = 0x811c9dc5
  for (const character of id) sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return sum >>> 8
}
