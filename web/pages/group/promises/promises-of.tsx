import { useId, useState } from 'react'
import { Link } from 'wouter'
import type { Person } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { usePlanView } from '#web/trip-core/derived/use-derived.ts'
import { needsPlannersIn } from '#web/trip-core/feature.ts'
import { nameOf } from '#web/trip-core/people/person-words.ts'
import { useAllLoaded } from '#web/ui/loading/use-loaded.ts'
import { listPromises } from './list-promises.ts'
import { loadedSources, promiseParts } from './promise-parts.ts'
import { promisedPlanOf } from './promised-plan.ts'

const codes = promiseParts.map(({ code }) => code)
const needsMembers = needsPlannersIn(promiseParts)

interface PromisesOfProps {
  trip: Trip
  person: Person
}

/**
 * What a person has promised: rides, beds, duties, gear, shopping. If the person is not coming, it is open again. If
 * they come after all, while this is shown, it says what they have again, and who waits now.
 */
export function PromisesOf({ trip, person }: PromisesOfProps) {
  const plan = promisedPlanOf(usePlanView(trip, needsMembers))
  const heading = useId()
  const isOpenAgain = person.coming === 'not_coming'
  const [wasOpen, setWasOpen] = useState(isOpenAgain)
  if (isOpenAgain && !wasOpen) setWasOpen(true)
  const isBack = wasOpen && !isOpenAgain
  const areLoaded = useAllLoaded(codes)
  const promises = areLoaded && listPromises(loadedSources(), plan, person.id, isBack)
  if (!promises || promises.length === 0) return null
  const name = nameOf(person)
  return (
    <section
      aria-labelledby={heading}
      className={`grid gap-1 rounded-md border px-4 py-3 text-sm ${isOpenAgain ? 'border-warn bg-warn-soft' : 'border-line bg-raised'}`}
    >
      <h3 id={heading} className="text-base">
        {isOpenAgain
          ? m.promises_open_again({ name })
          : isBack
            ? m.promises_back({ name })
            : m.promises_title({ name })}
      </h3>
      <ul>
        {promises.map(({ href, title, texts }) => (
          <li key={title} className="flex max-w-none flex-wrap items-baseline gap-x-3">
            <Link
              href={href}
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
