import { Link } from 'wouter'
import { phaseOf } from '#domain/today/phase.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useTrip } from '#web/data/trips/trips.ts'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { tripDates } from '#web/trip-core/derived/people.ts'
import { usePlanView } from '#web/trip-core/derived/use-derived.ts'
import { needsPlannersIn } from '#web/trip-core/feature.ts'
import { ShareText } from '#web/trip-core/share-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { useAllLoaded } from '#web/ui/loading/use-loaded.ts'
import { Modal } from '#web/ui/modal.tsx'
import { listOpen, type OpenOfKind, openAsText } from './open-list.ts'
import { loadedOf, openParts } from './open-parts.ts'
import { openPlanOf } from './open-plan.ts'

/** What may be open, in the order of the dialog. */
const listedParts = openParts('people', 'gear', 'rides', 'beds', 'duties', 'shopping')

const sections = listedParts.map(({ section }) => section)

const needsMembers = needsPlannersIn(listedParts)

interface OpenDialogProps {
  trip: Trip
  onClose: () => void
}

/** Everything in the group that is still open, on one screen and as one text to send. */
export function OpenDialog({ trip, onClose }: OpenDialogProps) {
  const kinds = useOpen(trip)
  return (
    <Modal
      open
      isForReading
      onClose={onClose}
      title={m.open_title()}
      footer={
        <div className="flex items-center justify-end gap-3">
          {kinds && kinds.length > 0 && (
            <ShareText title={m.open_title()} label={m.open_share()} textOf={() => openAsText(trip.name, kinds)} />
          )}
          <Button onClick={onClose}>{m.common_done()}</Button>
        </div>
      }
    >
      {kinds === undefined && <p className="text-muted">{m.common_loading()}</p>}
      {kinds?.length === 0 && <p>{m.open_nothing()}</p>}
      <div className="grid gap-4">
        {kinds?.map((kind) => (
          <Kind key={kind.title} kind={kind} onGo={onClose} />
        ))}
      </div>
    </Modal>
  )
}

function Kind({ kind: { href, title, texts }, onGo }: { kind: OpenOfKind; onGo: () => void }) {
  return (
    <section aria-label={title}>
      <h3 className="text-base">
        <Link
          href={href}
          className="touch inline-flex items-center text-action underline underline-offset-4"
          onClick={onGo}
        >
          {title}
        </Link>
      </h3>
      <ul>
        {texts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name.
          <li key={index} className="ml-5 max-w-none list-disc wrap-anywhere marker:text-accent">
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What is open; undefined until all of it is loaded. */
function useOpen(trip: Trip): OpenOfKind[] | undefined {
  const today = useTripClock(trip.id).date
  const claimants = useTrip(trip.id).data?.claims ?? 0
  const view = usePlanView(trip, needsMembers)
  const plan = openPlanOf(view, { phase: phaseOf(tripDates(view), today), today, claimants })
  const isPlanLoaded = ['details' as const, ...sections].every((name) => view.values[name] !== undefined)
  // What takes much code loads only if there may be something in it.
  const parts = isPlanLoaded ? listedParts.filter(({ isLarge, isBegun }) => !isLarge || isBegun(plan)) : []
  const areLoaded = useAllLoaded(parts.map(({ code }) => code))
  return isPlanLoaded && areLoaded ? listOpen(loadedOf(parts), plan) : undefined
}
