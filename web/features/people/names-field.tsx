import { type RefObject, useEffect } from 'react'
import type { PeopleInText } from '#domain/people-in-text.ts'
import { MAX_PEOPLE } from '#domain/plan/limits.ts'
import { MAX_PERSON_NAME } from '#domain/plan/people.ts'
import * as m from '#messages'
import { TextArea } from '#web/ui/text-area.tsx'

/** More names are only counted. */
const MAX_NAMES = 60
/** The start of a name that is too long. */
const MAX_SHOWN = 40

interface NamesFieldProps {
  place: RefObject<HTMLDivElement | null>
  text: string
  found: PeopleInText
  error: string | undefined
  onText: (text: string) => void
}

/** A list of names as pasted, who is added of it, and who is not and why. */
export function NamesField({ place, text, found, error, onText }: NamesFieldProps) {
  useEffect(() => place.current?.querySelector('textarea')?.focus(), [place])
  const { names, listed, repeated, tooLong, noRoom, nameless, hasMoreColumns } = found
  const notes = [
    listed.length > 0 && m.group_many_listed({ names: listMany(listed) }),
    repeated.length > 0 && m.group_many_repeated({ names: listMany(repeated) }),
    tooLong.length > 0 && m.group_many_too_long({ max: MAX_PERSON_NAME, names: listMany(tooLong.map(shorten)) }),
    noRoom.length > 0 && m.group_many_no_room({ max: MAX_PEOPLE, names: listMany(noRoom) }),
    nameless > 0 && m.group_many_nameless({ count: nameless }),
    hasMoreColumns && m.group_many_columns(),
  ].filter((note) => note !== false)
  return (
    <div ref={place} className="grid grid-cols-1 gap-3">
      <TextArea
        label={m.group_many_label()}
        hint={m.group_many_hint()}
        error={error}
        rows={6}
        // However long the text is, what it says about it stays in sight.
        className="[&_textarea]:max-h-[30dvh] [&_textarea]:min-h-24"
        value={text}
        autoComplete="off"
        onChange={({ target }) => onText(target.value)}
      />
      <div role="status" className="grid grid-cols-1 gap-2 text-sm wrap-anywhere empty:hidden">
        {/* First, since the names may fill the screen. */}
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {names.length > 0 && (
          <p className="text-muted">{m.group_many_adds({ count: names.length, names: listMany(names) })}</p>
        )}
      </div>
    </div>
  )
}

function listMany(names: readonly string[]): string {
  if (names.length <= MAX_NAMES) return names.join(', ')
  return m.group_many_others({ names: names.slice(0, MAX_NAMES).join(', '), count: names.length - MAX_NAMES })
}

const shorten = (name: string) => `${name.slice(0, MAX_SHOWN)}…`
