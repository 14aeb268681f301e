import type { CSSProperties } from 'react'

/** So many colours tell people apart at a glance; more would look the same. */
const COLOURS = 24

const sizes = { large: 'size-10 text-sm', small: 'size-7 text-xs' }

/** A person's face: their initials on a colour of their own. Beside their name, so not read out. */
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

/** The colours beneath the initials, made from the person's id. `text-on-action` reads on each of them. */
export function groundsOf(id: string): { day: string; night: string } {
  const hue = (numberOf(id) % COLOURS) * (360 / COLOURS)
  return { day: `oklch(0.46 0.09 ${hue})`, night: `oklch(0.8 0.08 ${hue})` }
}

/** The first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words.at(0), words.at(-1)] : words
  return ends.map((word = '') => [...word][0]?.toUpperCase()).join('') || '?'
}

/** A number made from an id: always the same, and far from that of an id that differs in a digit (FNV-1a). */
export function numberOf(id: string): number {
  let sum = 0x811c9dc5
  for (const character of id) sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return sum >>> 8
}
