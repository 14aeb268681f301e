import { toSingleLine } from '#domain/text.ts'

const MAX_NAME = 80
/** A number with one separator, such as an amount or a time: 12.50, 18:30. */
const NUMBER = /^[^\p{L}/@.:]*[.:][^\p{L}/@.:]*[.:]?$/u

/** Makes a user-chosen name safe for a mail: one short line with nothing that mail programs turn into a link. */
export function plainName(name: string): string {
  const line = oneLine(name)
  return withoutLinks(line.length > MAX_NAME ? `${line.slice(0, MAX_NAME - 1).trimEnd()}…` : line)
}

/** Makes a sentence with user-chosen texts safe in the same way. Numbers stay as they are. */
export const plainLine = (text: string): string =>
  oneLine(text)
    .split(' ')
    .map((word) => (NUMBER.test(word) ? word : withoutLinks(word)))
    .join(' ')

const oneLine = (text: string) => toSingleLine(text).replace(/\s+/g, ' ').trim()

const withoutLinks = (text: string) => text.replace(/[.:/@]+(?=[\p{L}\p{N}])/gu, '$& ')
