import { Link } from 'wouter'
import { isBegun } from '#domain/plan/shopping.ts'
import { countRows } from '#domain/shopping/group-rows.ts'
import { phaseOf } from '#domain/today/phase.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useClock } from '#web/data/react/use-clock.ts'
import { dutyList } from '#web/features/duties/duty-list.ts'
import { gearByGroup } from '#web/features/gear/gear-list.ts'
import { laterList } from '#web/features/shopping/shopping-later.ts'
import { groupOf } from '#web/trip-core/derived/group.ts'
import { needsMembersIn } from '#web/trip-core/derived/people.ts'
import { usePlanView } from '#web/trip-core/derived/use-derived.ts'
import { ShareText } from '#web/trip-core/share-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { useLoaded } from '#web/ui/loading/use-loaded.ts'
import { Modal } from '#web/ui/modal.tsx'
import { listOpen, type OpenInTab, openAsText } from './open-list.ts'

const needsMembers = needsMembersIn('rides', 'beds')

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
          <Kind key={kind.title} kind={kind} tripId={trip.id} onGo={onClose} />
        ))}
      </div>
    </Modal>
  )
}

function Kind({ kind: { tab, title, texts }, tripId, onGo }: { kind: OpenInTab; tripId: string; onGo: () => void }) {
  return (
    <section aria-label={title}>
      <h3 className="text-base">
        <Link
          href={`/trip/${tripId}/group?tab=${tab}`}
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
function useOpen(trip: Trip): OpenInTab[] | undefined {
  const today = useClock().date
  const view = usePlanView(trip, needsMembers)
  const { rides, beds, shopping: list } = view.values
  const needsRows = list !== undefined && isBegun(list)
  const rows = useLoaded(laterList, needsRows)?.rowsOfList(view)
  const gear = gearByGroup(view)
  const duties = dutyList(view)
  const group = groupOf(view)
  if (!gear || !duties || !rides || !beds || !group || !list || (needsRows && !rows)) return undefined
  const shopping = rows && countRows(rows)
  return listOpen({ group, phase: phaseOf(group.dates, today), gear, rides, beds, duties: duties.list, shopping })
}
