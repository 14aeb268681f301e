import { TriangleAlert } from 'lucide-react'
import { Suspense, useState } from 'react'
import { countPlaces, fillBeds, listWithoutBed, withSleeper } from '#domain/places/beds.ts'
import { type Bed, NO_BED, newBed } from '#domain/plan/beds.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import type { TabProps } from '../../tab.ts'
import { ShareText } from '../share-text.tsx'
import { bedFacts, bedTitle, bedWords } from './bed-words.ts'
import { BedDialog } from './lazy-dialogs.ts'
import { PlacePart } from './place-part.tsx'
import { type Host, type PlaceView, placeActions } from './place-view.ts'
import { bedsAsText } from './places-text.ts'
import { type Group, useGroup } from './use-group.ts'

/** Who sleeps where. While it loads, the part above says so. */
export function BedsPart({ trip, failures }: TabProps) {
  const section = useSection(trip.id, 'beds')
  const group = useGroup(trip, section?.value.sleepers.map(({ id }) => id) ?? [])
  const failure = failures?.beds
  if (failure !== undefined && !section)
    return <ErrorBox title={m.plan_section_failed({ failure })} message={m.plan_section_failed_hint()} />
  return section && group ? <Beds trip={trip} section={section} group={group} /> : null
}

interface BedsProps {
  trip: Trip
  section: ShownSection<'beds'>
  group: Group
}

/** Which dialog is open: for a new bed, as entered so far, or for one of the beds. */
type Open = { added: Bed } | { changed: string } | undefined

function Beds({ trip, section: { value, edit }, group }: BedsProps) {
  const [open, setOpen] = useState<Open>()
  const [undo, setUndo] = useState<Undo>()
  const beds = fillBeds(value, group.people)
  const without = listWithoutBed(value, group.people).filter(group.isKnown)
  const { me, notComing, everybody, canPlace, canEdit, nameOf, noteOn } = group
  const people = everybody.filter((id) => !notComing.has(id))
  const opened = open && 'changed' in open ? value.beds.find(({ id }) => id === open.changed) : open?.added
  const view: PlaceView = {
    hosts: beds.map(({ bed, ...occupants }): Host => {
      const title = bedTitle(bed)
      const change = canEdit && edit ? () => setOpen({ changed: bed.id }) : undefined
      const shown = { title, named: title, facts: bedFacts(bed), warnings: [], driver: undefined, places: bed.places }
      return { ...occupants, ...shown, id: bed.id, edit: change }
    }),
    ...{ without, words: bedWords, me, canTake: people.includes(me), people, canPlace, nameOf, noteOn },
    ...placeActions({
      put: (personId, bed) => edit?.((all) => withSleeper(all, personId, bed), 'at-once'),
      none: NO_BED,
      words: bedWords,
      group,
      offerUndo: setUndo,
    }),
  }

  const change = (changed: Partial<Bed>, isTyped = false) => {
    if (open && 'added' in open) return setOpen({ added: { ...open.added, ...changed } })
    edit?.(
      (all) => ({ ...all, beds: all.beds.map((bed) => (bed.id === opened?.id ? { ...bed, ...changed } : bed)) }),
      isTyped ? 'after-pause' : 'at-once',
    )
  }
  const add = (bed: Bed) => {
    edit?.((all) => ({ ...all, beds: [...all.beds, bed] }), 'at-once')
    setOpen(undefined)
  }
  const remove = (removed: Bed) => {
    const { inside = [], waiting = [] } = beds.find(({ bed }) => bed.id === removed.id) ?? {}
    const undoRemoval = edit?.((all) => ({ ...all, beds: all.beds.filter(({ id }) => id !== removed.id) }), 'at-once')
    const text = m.beds_removed({ bed: bedTitle(removed), count: inside.length + waiting.length })
    if (undoRemoval) setUndo({ text, undo: undoRemoval })
    setOpen(undefined)
  }
  const counts = countPlaces(value, group.people)
  const title = m.beds_text_title({ trip: trip.name })
  return (
    <>
      <PlacePart
        view={view}
        isDialogOpen={open !== undefined}
        onAdd={canEdit && edit ? () => setOpen({ added: newBed(newId()) }) : undefined}
        hasEntries={value.sleepers.length > 0}
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
        {open && opened && (
          <BedDialog
            bed={opened}
            isNew={'added' in open}
            title={'added' in open ? m.beds_add() : bedTitle(opened)}
            onChange={change}
            onAdd={add}
            onRemove={remove}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </>
  )
}
