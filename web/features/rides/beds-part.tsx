import { TriangleAlert } from 'lucide-react'
import { Suspense } from 'react'
import { type Bed, NO_BED, newBed } from '#domain/plan/beds.ts'
import { countBeds, planBeds, withSleeper } from '#domain/seats/beds.ts'
import { spendsNight } from '#domain/stay.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { useIsOver } from '#web/trip-core/days/use-is-over.ts'
import { type Group, groupOf } from '#web/trip-core/derived/group.ts'
import { needsMembersIn } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { useLostSeats } from '#web/trip-core/people/use-lost-seats.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import { ShareText } from '#web/trip-core/share-text.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { Notice } from '#web/ui/notice.tsx'
import { bedFacts, bedTitle, bedWords } from './bed-words.ts'
import { BedDialog } from './lazy-dialogs.ts'
import { SeatPart } from './seat-part.tsx'
import type { Host, SeatView } from './seat-view.ts'
import { bedsAsText } from './seats-text.ts'
import { useSeats } from './use-seats.ts'

const needsMembers = needsMembersIn('beds')

/** Who sleeps where. */
export function BedsPart({ trip, failures }: TabProps) {
  const section = useSection(trip.id, 'beds')
  const group = useDerived(trip, groupOf, needsMembers)
  const failure = failures?.beds ?? failures?.people
  if (!section || !group) return <SectionState loading={m.beds_loading()} failure={failure} />
  return <Beds trip={trip} section={section} group={group} />
}

interface BedsProps {
  trip: Trip
  section: ShownSection<'beds'>
  group: Group
}

function Beds({ trip, section: { value, edit }, group }: BedsProps) {
  const plan = planBeds(value, group)
  const { beds } = plan
  const without = plan.without.map(({ id }) => id)
  const places = useSeats<Bed>({
    entries: value.beds,
    edit: edit && ((change, when) => edit((all) => ({ ...all, beds: change(all.beds) }), when)),
    put: (personId, bed) => edit?.((all) => withSleeper(all, personId, bed), 'at-once'),
    none: NO_BED,
    words: bedWords,
    group,
    removedText: (bed, count) => m.beds_removed({ bed: bedTitle(bed), count }),
  })
  const { opened, isNew } = places
  const { me, notComing, everybody, canSeat, canEdit, nameOf, nameToChoose, noteOn, riderOf } = group
  const people = everybody.filter((id) => !notComing.has(id))
  const awayText = (id: string) => {
    const { stay } = riderOf(id)
    return stay && !spendsNight(stay, group.dates) ? m.beds_no_night() : ''
  }
  const hosts = beds.map(({ bed, ...occupants }): Host => {
    const title = bedTitle(bed)
    const change = canEdit && edit ? () => places.startChanging(bed.id) : undefined
    const shown = {
      title,
      named: title,
      facts: bedFacts(bed),
      placeId: '',
      warnings: [],
      driver: undefined,
      places: bed.places,
    }
    return { ...occupants, ...shown, id: bed.id, awayText, isClosed: false, edit: change }
  })
  const isLost = useLostSeats({ tripId: trip.id, kind: 'beds', queues: hosts, party: group.party })
  const view: SeatView = {
    hosts,
    without,
    whyWithout: () => '',
    words: bedWords,
    me,
    canTake: people.includes(me),
    people,
    canSeat,
    nameOf,
    nameToChoose,
    noteOn,
    riderOf,
    isLost,
    isOver: useIsOver(trip.id),
    ...places.actions,
  }
  const counts = countBeds(value, group)
  const title = m.beds_text_title({ trip: trip.name })
  return (
    <>
      <SeatPart
        without="without-bed"
        view={view}
        isDialogOpen={places.isOpen}
        onAdd={canEdit && edit ? () => places.startAdding(newBed(newId())) : undefined}
        done={places.done}
        onGone={places.forget}
        notice={
          beds.length > 0 &&
          counts.people > counts.places && (
            <Notice tone="warn" icon={TriangleAlert}>
              {m.beds_too_few(counts)}
            </Notice>
          )
        }
        share={
          <ShareText title={title} textOf={() => bedsAsText(title, beds, without, group)} label={m.beds_share()} />
        }
      />
      <Suspense>
        {opened && (
          <BedDialog
            bed={opened}
            isNew={isNew}
            title={isNew ? m.beds_add() : bedTitle(opened)}
            onChange={places.change}
            onAdd={places.add}
            onRemove={(bed) => places.remove(bed, hosts)}
            onClose={places.close}
          />
        )}
      </Suspense>
    </>
  )
}
