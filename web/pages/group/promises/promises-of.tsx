import { useId, useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { Person } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { needsMembersIn } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { nameOf } from '#web/trip-core/people/person-words.ts'
import { promisedPlan } from './promised-plan.ts'
import { listPromises, type PromisedPlan } from './sources.ts'

const needsMembers = needsMembersIn('rides', 'beds')

interface PromisesOfProps {
  trip: Trip
  person: Person
}

/** What a person has promised: rides, beds, duties, gear, shopping. */
export function PromisesOf({ trip, person }: PromisesOfProps) {
  const plan = useDerived(trip, promisedPlan, needsMembers)
  return plan && <PromisesIn plan={plan} trip={trip} person={person} />
}

/**
 * If the person is not coming, it is open again. If they come after all, while this is shown, it says what they have
 * again, and who waits now.
 */
function PromisesIn({ plan, trip, person }: PromisesOfProps & { plan: PromisedPlan }) {
  const heading = useId()
  const isOpenAgain = person.coming === 'not_coming'
  const [wasOpen, setWasOpen] = useState(isOpenAgain)
  if (isOpenAgain && !wasOpen) setWasOpen(true)
  const isBack = wasOpen && !isOpenAgain
  const promises = useMemo(() => listPromises(plan, person.id, isBack), [plan, person.id, isBack])
  if (promises.length === 0) return null
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
