import { Suspense, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { isBegun, type Shopping } from '#domain/plan/shopping.ts'
import { countRows } from '#domain/shopping/group-rows.ts'
import type { ShoppingRow } from '#domain/shopping/rows.ts'
import { phaseOf } from '#domain/today/phase.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useClock } from '#web/data/react/use-clock.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { useDuties } from '#web/features/duties/use-duties.ts'
import { useGear } from '#web/features/gear/use-gear.ts'
import { listNamed } from '#web/features/rides/list-named.ts'
import { useGroup } from '#web/features/rides/use-group.ts'
import { ShareText } from '#web/trip-core/share-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { OwnShopping } from '../today/lazy-own-shopping.ts'
import { listOpen, type OpenInTab, openAsText } from './open-list.ts'

interface OpenDialogProps {
  trip: Trip
  onClose: () => void
}

/** Everything in the group that is still open, on one screen and as one text to send. */
export function OpenDialog({ trip, onClose }: OpenDialogProps) {
  const shopping = useSection(trip.id, 'shopping')?.value
  const [rows, setRows] = useState<readonly ShoppingRow[]>()
  const kinds = useOpen(trip, shopping, rows)
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
      <Suspense>{shopping && isBegun(shopping) && <OwnShopping trip={trip} onRows={setRows} />}</Suspense>
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
function useOpen(
  trip: Trip,
  list: Shopping | undefined,
  rows: readonly ShoppingRow[] | undefined,
): OpenInTab[] | undefined {
  const shopping = useMemo(() => rows && countRows(rows), [rows])
  const today = useClock().date
  const gear = useGear(trip)
  const duties = useDuties(trip)
  const rides = useSection(trip.id, 'rides')?.value
  const beds = useSection(trip.id, 'beds')?.value
  const named = useMemo(() => listNamed(rides, beds), [rides, beds])
  const group = useGroup(trip, named)
  if (!gear || !duties || !rides || !beds || !group || !list) return undefined
  if (isBegun(list) && !shopping) return undefined
  return listOpen({
    group,
    phase: phaseOf(group.dates, today),
    gear: gear.groups,
    rides,
    beds,
    duties: duties.list,
    shopping,
  })
}
