import { useId } from 'react'
import { Link } from 'wouter'
import type { Person } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { nameOf } from '../person-words.ts'
import { usePromises } from './use-promises.ts'

interface PromisesOfProps {
  trip: Trip
  person: Person
}

/** What a person has promised: rides, beds, duties, gear, shopping. If they are not coming, it is open again. */
export function PromisesOf({ trip, person }: PromisesOfProps) {
  const heading = useId()
  const promises = usePromises(trip, person.id)
  if (promises.length === 0) return null
  const isOpenAgain = person.coming === 'not_coming'
  return (
    <section
      aria-labelledby={heading}
      className={`grid gap-1 rounded-md border px-4 py-3 text-sm ${isOpenAgain ? 'border-warn bg-warn-soft' : 'border-line bg-raised'}`}
    >
      <h3 id={heading} className="text-base">
        {isOpenAgain ? m.promises_open_again({ name: nameOf(person) }) : m.promises_title({ name: nameOf(person) })}
      </h3>
      <ul>
        {promises.map(({ tab, title, texts }) => (
          <li key={title} className="flex max-w-none flex-wrap items-baseline gap-x-3">
            <Link
              href={`/trip/${trip.id}/group?tab=${tab}`}
              className="touch inline-flex min-w-20 items-center text-action underline underline-offset-4"
            >
              {title}
            </Link>
            <ul className="min-w-0 flex-1 basis-40">
              {texts.map((text, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two promises may have the same text.
                <li key={index} className="max-w-none wrap-anywhere">
                  {text}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
