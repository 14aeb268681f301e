import { CalendarDays, CalendarRange, type LucideIcon, MapPin, Users } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import { canSetPicture } from '#domain/access.ts'
import { areMoreExpected, countExpected } from '#domain/expected-people.ts'
import type { LocalDate } from '#domain/local-date.ts'
import type { Details } from '#domain/plan/details.ts'
import { countComing, listPersons } from '#domain/plan/people.ts'
import type { NextStep } from '#domain/today/next-step.ts'
import { describePhase, type Phase } from '#domain/today/phase.ts'
import type { Trip } from '#domain/trip.ts'
import { formatTripRange } from '#domain/trip-range.ts'
import * as m from '#messages'
import { useSession } from '#web/data/session/use-session.ts'
import { useTripAddresses } from '#web/data/trips/use-addresses.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { PictureButton } from '#web/features/trip-life/picture-button.tsx'
import { TripPhoto } from '#web/features/trip-life/trip-photo.tsx'
import { lateDrawings } from '#web/ui/late-drawings.ts'
import { NewsLine } from './news-line.tsx'
import { NextStepButton } from './next-step-button.tsx'

/** Two people agree on dates without a poll. */
const MIN_TO_ASK = 3

interface TripHeroProps {
  trip: Trip
  details: Details
  phase: Phase
  today: LocalDate
  step: NextStep | undefined
}

/** The trip at a glance: where, when, how long until then, and how many are coming. */
export function TripHero({ trip, details, phase, today, step }: TripHeroProps) {
  const { user } = useSession()
  const { days } = useTripAddresses(trip.id)
  const Drawing = lateDrawings[trip.type]
  const people = useSection(trip.id, 'people')?.value ?? []
  const persons = listPersons(people)
  const expected = countExpected(details, people)
  const isMoreThanListed = persons.length > 1 ? areMoreExpected(details, people) : expected > 0
  const isUnderWay = phase.is === 'during'
  const timing = describePhase(phase)
  const range = formatTripRange(details, today)
  return (
    <div className="card relative overflow-hidden">
      {/* Text is never directly on a photo: on some it would be unreadable. */}
      <div
        className={`${trip.picture ? 'h-32 md:w-2/5' : 'h-14 md:w-3/5'} relative max-md:fading-out md:absolute md:inset-y-0 md:right-0 md:h-auto md:fading-left`}
      >
        <Suspense>
          <Drawing className="size-full" />
        </Suspense>
        <TripPhoto {...trip} />
      </div>
      {canSetPicture(user, trip) && <PictureButton trip={trip} />}
      <NewsLine
        trip={trip}
        className={`absolute top-2 left-2 z-1 md:left-1/2 ${canSetPicture(user, trip) ? 'right-16' : 'right-2'}`}
      />
      <div className="relative grid grid-cols-1 gap-1 px-5 pt-1 pb-4 md:min-h-40 md:w-3/5 md:content-center md:py-6">
        {/* The heading of the page says it to screen readers. */}
        <p aria-hidden="true" className="sign text-xl wrap-anywhere md:text-3xl">
          {trip.name}
        </p>
        {details.destination_name && <Fact icon={MapPin}>{details.destination_name}</Fact>}
        {range && (
          <Fact icon={CalendarDays}>{details.departure_date ? range : m.details_back_on({ date: range })}</Fact>
        )}
        {isMoreThanListed && (phase.is === 'before' || phase.is === 'undated') && (
          <Fact icon={Users}>{m.details_expected_count({ count: expected })}</Fact>
        )}
        {/* Looking back says how many were there. */}
        {persons.length > 1 && phase.is !== 'after' && (
          <Fact icon={Users}>
            {isUnderWay
              ? m.group_people_count({ count: countComing(people) })
              : m.details_headcount({
                  coming: countComing(people),
                  open: persons.filter(({ coming }) => coming === 'open').length,
                })}
          </Fact>
        )}
        {details.departure_date && (
          <Link
            href={days}
            className="touch -my-1.5 inline-flex w-fit items-center gap-2 font-semibold text-action underline underline-offset-4"
          >
            <CalendarRange aria-hidden="true" className="size-4.5 shrink-0" />
            {m.timeline_title()}
          </Link>
        )}
        {timing && <p className="sign pt-1 text-2xl text-accent tabular-nums md:text-3xl">{timing}</p>}
        <NextStepButton step={step} tripId={trip.id} />
        {step === 'dates' && Math.max(persons.length, expected) >= MIN_TO_ASK && (
          <Link
            href={`/trip/${trip.id}/before#polls`}
            className="touch inline-flex w-fit items-center text-action underline underline-offset-4"
          >
            {m.today_ask_group()}
          </Link>
        )}
      </div>
    </div>
  )
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="flex gap-2">
      <Icon aria-hidden="true" className="mt-1 size-4.5 shrink-0 text-accent" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}
