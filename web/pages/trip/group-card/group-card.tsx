import { lazy, Suspense, useId } from 'react'
import { Link } from 'wouter'
import { canManagePeople, canOpenTrip, identityOf } from '#domain/access.ts'
import { listPersons, type Person } from '#domain/plan/people.ts'
import { trimmed } from '#domain/text.ts'
import type { NextStep } from '#domain/today/next-step.ts'
import type { Phase } from '#domain/today/phase.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useUser } from '#web/data/session/use-session.ts'
import { useTrip } from '#web/data/trips/trips.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { usePlanView } from '#web/trip-core/derived/use-derived.ts'
import { INVITE_ANCHOR } from '#web/trip-core/invite-anchor.ts'
import { listSome } from '#web/trip-core/list-some.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Face } from '#web/ui/face.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { useAllLoaded } from '#web/ui/loading/use-loaded.ts'
import { openParts } from '../open/open-parts.ts'

const GroupOpen = lazy(async () => ({
  default: (await importWithRetry(() => import('./group-open.tsx'))).GroupOpen,
}))

/** What may be open, in the order of the card. */
const cardParts = openParts('people', 'rides', 'beds', 'gear', 'duties', 'shopping')

const MAX_FACES = 9
/** A dialog shows all that is open. */
const MAX_OPEN = 4

/** One or two people have little to see on the group's page: its tab leads there. */
const MIN_FOR_LINK = 3

interface GroupCardProps {
  trip: Trip
  phase: Phase
  /** The trip's next step: inviting has its button here, and what the main button says is not said again. */
  step: NextStep | undefined
}

/** Who comes and who has not answered, and the way to the group's page. Nothing for readers. */
export function GroupCard({ trip, phase, step }: GroupCardProps) {
  const people = useSection(trip.id, 'people')?.value
  return people && canOpenTrip(trip) ? <Group {...{ trip, phase, step }} persons={listPersons(people)} /> : null
}

function Group({ trip, phase, step, persons }: GroupCardProps & { persons: readonly Person[] }) {
  const id = useId()
  const href = `/trip/${trip.id}/group`
  const { person_id: me } = identityOf(useUser(), trip)
  const of = (coming: Person['coming']) => persons.filter((person) => person.coming === coming)
  const [coming, open, unsure] = [of('coming'), of('open'), of('unsure')]
  const others = persons.filter((person) => person.id !== me)
  const isAlone = others.length === 0
  if (isAlone && !canManagePeople(trip)) return null
  const ownAnswer = open.some((person) => person.id === me)
  const asked = open.filter((person) => person.id !== me).map(({ name }) => trimmed(name) || m.group_person_nameless())
  return (
    <section aria-labelledby={id} className="card px-5 py-3">
      <header className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id={id} className="text-lg">
          {m.today_group_title()}
        </h2>
        {persons.length >= MIN_FOR_LINK && (
          <Link href={href} className="touch inline-flex items-center text-action underline underline-offset-4">
            {m.today_group_open()}
          </Link>
        )}
      </header>
      {isAlone ? (
        <p className="mt-1 text-muted">{m.today_group_alone()}</p>
      ) : (
        <Faces persons={coming.length > 0 ? coming : persons} />
      )}
      {!isAlone && asked.length > 0 && (
        <p className="mt-2.5 wrap-anywhere">
          {m.today_group_not_answered({ count: asked.length, names: listSome(asked) })}
        </p>
      )}
      {unsure.length > 0 && <p className="mt-1 text-muted">{m.today_group_unsure({ count: unsure.length })}</p>}
      {ownAnswer && !isAlone && step !== 'answer' && (
        <p className="mt-2 font-semibold text-accent">{m.today_group_open_answer()}</p>
      )}
      {!isAlone && canManagePeople(trip) && <Open trip={trip} phase={phase} />}
      {persons.length >= MIN_FOR_LINK && (phase.is === 'before' || phase.is === 'undated') && (
        <Link
          href={`/trip/${trip.id}/before`}
          className="touch mt-1 inline-flex w-fit items-center text-action underline underline-offset-4"
        >
          {m.before_link()}
        </Link>
      )}
      {(isAlone || step === 'invite') && (
        <Link
          href={`${href}${INVITE_ANCHOR}`}
          className={`mt-3 ${buttonLook(step === 'invite' ? 'primary' : 'quiet')}`}
        >
          {m.today_group_invite()}
        </Link>
      )}
    </section>
  )
}

/** What is still open for the group, as far as planning it has begun. */
function Open({ trip, phase }: { trip: Trip; phase: Phase }) {
  const claimants = useTrip(trip.id).data?.claims ?? 0
  const view = usePlanView(trip)
  const parts = cardParts.filter(({ isBegun }) => isBegun({ view, phase, claimants }))
  const areLoaded = useAllLoaded(parts.flatMap(({ code, isLarge }) => (isLarge ? [] : [code])))
  if (parts.length === 0) return null
  const rows = Math.min(parts.length, MAX_OPEN)
  return (
    <div className="mt-2 border-t border-line pt-1" style={{ minHeight: `${(rows + 1) * 2.75}rem` }}>
      <Suspense>
        <GroupOpen {...{ trip, phase, claimants, parts, areLoaded, rows }} />
      </Suspense>
    </div>
  )
}

function Faces({ persons }: { persons: readonly Person[] }) {
  const shown = persons.length > MAX_FACES ? persons.slice(0, MAX_FACES - 1) : persons
  const rest = persons.length - shown.length
  return (
    <p aria-hidden="true" className="mt-1 flex flex-wrap gap-1">
      {shown.map(({ id, name }) => (
        <span key={id} className="rounded-full rim-surface">
          <Face id={id} name={name} size="small" />
        </span>
      ))}
      {rest > 0 && (
        <span className="grid h-7 min-w-7 place-items-center rounded-full bg-accent-soft px-1 text-xs font-semibold whitespace-nowrap text-action rim-surface">
          +{rest}
        </span>
      )}
    </p>
  )
}
