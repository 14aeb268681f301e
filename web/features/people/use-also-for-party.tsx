import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isSameStay, listWithStay } from '#domain/party-stay.ts'
import type { Party, Person } from '#domain/plan/people.ts'
import type { Answer } from '#domain/stay.ts'
import { isBlank } from '#domain/text.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { listSome } from '#web/trip-core/list-some.ts'
import { nameOf } from '#web/trip-core/people/person-words.ts'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { Button } from '#web/ui/button.tsx'

interface AlsoForParty {
  party: Party
  person: Person
  dates: TripDates
  /** Gives other people of the party these days, as one edit. Returns what undoes it. */
  onOthers: (personIds: readonly string[], days: Answer) => (() => void) | undefined
}

/**
 * When somebody's days change, offers the same to those of their party who had the same days before.
 * `notice` is called with each change before it is made.
 */
export function useAlsoForParty({ party, person, dates, onOthers }: AlsoForParty): {
  notice: (change: Partial<Person>) => void
  element: ReactNode
} {
  /** Their days before the first change that was not passed on. */
  const [before, setBefore] = useState<Answer>()
  const [done, setDone] = useState<{ names: readonly string[]; undo: () => void; before: Answer }>()
  const others = before && !isSameStay(person, before, dates) ? listWithStay(party, person.id, before, dates) : []
  const { from, until, skips } = person
  const offer = useRef<HTMLButtonElement>(null)
  const takeBack = useRef<HTMLButtonElement>(null)
  /** The pressed button goes, and the other one of the two takes its place. */
  const wasPressed = useRef(false)
  useEffect(() => {
    if (wasPressed.current) (takeBack.current ?? offer.current)?.focus()
    wasPressed.current = false
  })

  function notice(change: Partial<Person>) {
    if (!('from' in change || 'until' in change || 'skips' in change)) return
    setBefore(before ?? { from, until, skips })
    setDone(undefined)
  }

  function apply() {
    const ids = others.map(({ id }) => id)
    const undo = onOthers(ids, { from, until, skips })
    wasPressed.current = true
    if (undo && before) setDone({ names: others.map(nameOf), undo, before })
    setBefore(undefined)
  }

  const element = (
    <>
      {others.length > 0 && (
        <Button ref={offer} variant="quiet" className="justify-self-start" onClick={apply}>
          {alsoText(party, others)}
        </Button>
      )}
      <div className={done ? 'flex flex-wrap items-center justify-between gap-x-5' : 'hidden'}>
        <p role="status" className="min-w-0 flex-1 basis-48 text-sm">
          {done && m.group_also_done({ names: listSome(done.names) })}
        </p>
        {done && (
          <TextButton
            ref={takeBack}
            onClick={() => {
              wasPressed.current = true
              done.undo()
              setBefore(done.before)
              setDone(undefined)
            }}
          >
            {m.common_undo()}
          </TextButton>
        )}
      </div>
    </>
  )
  return { notice, element }
}

/** Names them, unless they are everybody else of a party that has a name. */
function alsoText({ name, persons }: Party, others: readonly Person[]): string {
  const isRest = !isBlank(name) && others.length > 1 && others.length === persons.length - 1
  return isRest
    ? m.group_also_rest({ party: name.trim() })
    : m.group_also_names({ names: listSome(others.map(nameOf)) })
}
