import { lazy, Suspense, useId } from 'react'
import { Link } from 'wouter'
import { canManagePeople, canOpenTrip, identityOf } from '#domain/access.ts'
import { listPersons, type Person } from '#domain/plan/people.ts'
import { isBegun } from '#domain/plan/shopping.ts'
import { trimmed } from '#domain/text.ts'
import { hasSetOff } from '#domain/today/ahead.ts'
import type { Phase } from '#domain/today/phase.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useUser } from '#web/data/session/use-session.ts'
import { useTrip } from '#web/data/trips/trips.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { INVITE_ANCHOR } from '#web/trip-core/invite-anchor.ts'
import { listSome } from '#web/trip-core/list-some.ts'
import { Face } from '#web/ui/face.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import type { OpenKind } from './open-lines.ts'

const GroupOpen = lazy(async () => ({
  default: (await importWithRetry(() => import('./group-open.tsx'))).GroupOpen,
}))

const MAX_FACES = 9
/** A dialog shows all that is open. */
const MAX_OPEN = 4

/** Who comes and who has not answered, and the way to the group's page. Nothing for readers. */
export function GroupCard({ trip, phase }: { trip: Trip; phase: Phase }) {
  const people = useSection(trip.id, 'people')?.value
  return people && canOpenTrip(trip) ? <Group trip={trip} phase={phase} persons={listPersons(people)} /> : null
}

function Group({ trip, phase, persons }: { trip: Trip; phase: Phase; persons: readonly Person[] }) {
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
      <header className="flex items-center justify-between gap-3">
        <h2 id={id} className="text-lg">
          {m.today_group_title()}
        </h2>
        {!isAlone && (
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
      {ownAnswer && !isAlone && <p className="mt-2 font-semibold text-accent">{m.today_group_open_answer()}</p>}
      {!isAlone && canManagePeople(trip) && <Open trip={trip} phase={phase} me={me} />}
      {isAlone && (
        <Link
          href={`${href}${INVITE_ANCHOR}`}
          className="sign touch groove mt-3 inline-flex items-center rounded-md bg-action px-4 py-2 leading-tight text-on-action hover:bg-action-strong"
        >
          {m.today_group_invite()}
        </Link>
      )}
    </section>
  )
}

/** What is still open for the group, as far as planning it has begun. */
function Open({ trip, phase, me }: { trip: Trip; phase: Phase; me: string }) {
  const claims = useTrip(trip.id).data?.claims ?? 0
  const kinds = useOpenKinds(trip, phase, claims)
  if (kinds.length === 0) return null
  const rows = Math.min(kinds.length, MAX_OPEN)
  return (
    <div className="mt-2 border-t border-line pt-1" style={{ minHeight: `${(rows + 1) * 2.75}rem` }}>
      <Suspense>
        <GroupOpen {...{ trip, phase, me, claims, kinds, rows }} />
      </Suspense>
    </div>
  )
}

function useOpenKinds(trip: Trip, phase: Phase, claims: number): OpenKind[] {
  const rides = useSection(trip.id, 'rides')?.value
  const beds = useSection(trip.id, 'beds')?.value
  const gear = useSection(trip.id, 'gear')?.value
  const duties = useSection(trip.id, 'duties')?.value
  const shopping = useSection(trip.id, 'shopping')?.value
  const isPlanned: Record<OpenKind, unknown> = {
    claims,
    rides: !hasSetOff(phase) && rides && rides.cars.length + rides.riders.length,
    drivers: !hasSetOff(phase) && rides?.cars.some(({ driver }) => driver === ''),
    beds: beds && beds.beds.length + beds.sleepers.length,
    gear: !hasSetOff(phase) && gear?.claims.length,
    duties: duties?.duties.length,
    shopping: shopping && isBegun(shopping),
  }
  return (Object.keys(isPlanned) as OpenKind[]).filter((kind) => isPlanned[kind])
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
        <span className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold whitespace-nowrap text-action rim-surface">
          +{rest}
        </span>
      )}
    </p>
  )
}
