import { Pencil } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { countPromised } from '#domain/gear/promised.ts'
import { listNotComing } from '#domain/not-coming.ts'
import { type ChecklistGroup, countChecklist } from '#domain/plan/checklist.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { useIsOver } from '#web/trip-core/days/use-is-over.ts'
import { useDraft } from '#web/trip-core/editing/use-draft.ts'
import { useEditFocus } from '#web/trip-core/editing/use-edit-focus.ts'
import { RestoreSample, SampleHeader, SampleParts, useSample } from '#web/trip-core/sample/sample.tsx'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { TipsPanel } from '#web/trip-core/tips-panel.tsx'
import { tent } from '#web/ui/drawings/tent.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { ChecklistEditor } from './checklist-editor.tsx'
import { ChecklistGroupCard } from './checklist-group-card.tsx'
import { ChecklistProgress } from './checklist-progress.tsx'
import { ChecklistTiles } from './checklist-tiles.tsx'

const titles = { car_trip: m.checklist_title_car_trip(), air_travel: m.checklist_title_air_travel() }

export function ChecklistTab({ trip, failures }: TabProps) {
  const section = useSection(trip.id, 'checklist')
  if (!section) return <SectionState loading={m.checklist_loading()} failure={failures?.checklist} />
  return <Checklist trip={trip} section={section} />
}

function Checklist({ trip, section }: { trip: Trip; section: ShownSection<'checklist'> }) {
  const draft = useDraft(trip.id, 'checklist', section)
  const root = useRef<HTMLDivElement>(null)
  useEditFocus(root, draft.isEditing)
  const [undo, setUndo] = useState<Undo>()
  const sample = useSample({ of: 'checklist', trip, section, offerUndo: setUndo })
  /** Outlives a card that moves to another column. */
  const [openStates] = useState(() => new Map<string, boolean>())
  const { edit } = section
  const count = countChecklist(draft.value)
  const promised = usePromised(trip)
  const isOver = useIsOver(trip.id)
  const tick = useCallback(
    (groupId: string, itemId: string, checked: boolean) =>
      edit?.((groups) => withTick(groups, groupId, itemId, checked), 'at-once'),
    [edit],
  )
  return (
    <div ref={root} className="flex flex-col gap-5">
      <header className="flex items-center gap-3">
        <h2 className="grow text-xl">{titles[trip.type]}</h2>
        {draft.canEdit && (
          <IconButton
            icon={Pencil}
            label={m.checklist_edit()}
            title={m.checklist_edit()}
            data-pencil
            disabled={draft.isEditing}
            onClick={draft.start}
          />
        )}
      </header>
      {!draft.isEditing && <SampleHeader {...{ sample, trip, section }} of="checklist" offerUndo={setUndo} />}
      <ChecklistProgress {...count} isOver={isOver} />
      {draft.isEditing && <ChecklistEditor draft={draft} />}
      {!draft.isEditing && draft.value.length === 0 && (
        <EmptyState
          drawing={tent}
          sentence={m.checklist_empty()}
          action={<RestoreSample of="checklist" trip={trip} section={section} offerUndo={setUndo} />}
        />
      )}
      {!draft.isEditing && draft.value.length > 0 && (
        <SampleParts sample={sample}>
          <div className="grid columns-up-to-3 items-start gap-4">
            {inColumns(draft.value).map((groups, column) => (
              <div key={COLUMNS[column]} className="contents lg:grid lg:gap-4 lg:empty:hidden">
                {groups.map((group) => (
                  <ChecklistGroupCard
                    key={group.id}
                    group={group}
                    openStates={openStates}
                    promised={promised}
                    onTick={edit ? tick : undefined}
                    canEdit={draft.canEdit}
                  />
                ))}
              </div>
            ))}
          </div>
        </SampleParts>
      )}
      <ChecklistTiles {...count} />
      <TipsPanel type={trip.type} of="checklist" />
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </div>
  )
}

const COLUMNS = [0, 1, 2] as const

/**
 * The categories for three columns, in their order, so that a short card leaves no gap above the next one. By their
 * number, not their length: a card must not move to another column when an item is added.
 */
function inColumns(groups: readonly ChecklistGroup[]): ChecklistGroup[][] {
  return COLUMNS.map((column) =>
    groups.filter((_, index) => Math.floor((index * COLUMNS.length) / groups.length) === column),
  )
}

/** How many people have promised to bring of each item. */
function usePromised(trip: Trip): ReadonlyMap<string, number> {
  const gear = useSection(trip.id, 'gear')?.value
  const people = useSection(trip.id, 'people')?.value
  return useMemo(() => (gear ? countPromised(gear, listNotComing(people ?? [])) : new Map()), [gear, people])
}

/** Sets the tick of one item. All other groups stay the same objects. */
function withTick(groups: ChecklistGroup[], groupId: string, itemId: string, checked: boolean): ChecklistGroup[] {
  return groups.map((group) =>
    group.id === groupId
      ? { ...group, items: group.items.map((item) => (item.id === itemId ? { ...item, checked } : item)) }
      : group,
  )
}
