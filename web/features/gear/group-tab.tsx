import { Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { canEditPlan } from '#domain/access.ts'
import { withClaim, withPacked } from '#domain/gear/claims.ts'
import { suggestedNeed, withSuggestedNeeds } from '#domain/gear/count-in-name.ts'
import {
  countCovered,
  type GearGroup,
  type GearItem,
  gearGroups,
  gearItem,
  type RemovedItem,
} from '#domain/gear/gear-items.ts'
import { type PackingItem, packingList } from '#domain/gear/packing-list.ts'
import { isCounted } from '#domain/gear/promised.ts'
import { matchesSearch } from '#domain/matches-search.ts'
import { listNotComing } from '#domain/not-coming.ts'
import { type ChecklistItem, newChecklistItem } from '#domain/plan/checklist.ts'
import type { Party } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { useIsOver } from '#web/trip-core/days/use-is-over.ts'
import { namesInPlan, needsMembersIn, ownId, ownParty } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { FilterLine, searchFilter } from '#web/trip-core/filter-line.tsx'
import { itemName } from '#web/trip-core/item-name.ts'
import type { NameOf } from '#web/trip-core/people/names.ts'
import { listChoices, type PersonChoice } from '#web/trip-core/people/person-choices.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import { ShareText } from '#web/trip-core/share-text.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { tent } from '#web/ui/drawings/tent.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { rich } from '#web/ui/rich.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { TrailProgress } from '#web/ui/trail-progress.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { GearCard } from './gear-card.tsx'
import { type GearActions, GearRow } from './gear-row.tsx'
import { missingAsText, missingText } from './gear-words.ts'
import { NumbersOffer } from './numbers-offer.tsx'
import { PackingList } from './packing-list.tsx'
import { SampleSource } from './sample-source.tsx'
import { type GearView, useGear } from './use-gear.ts'

const needsMembers = needsMembersIn('gear')

const GearDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./gear-dialog.tsx'))).GearDialog,
}))

const AddGearDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./add-gear-dialog.tsx'))).AddGearDialog,
}))

/** A longer list can be searched. */
const MAX_AT_A_GLANCE = 6

const views = ['missing', 'mine', 'all'] as const
/** After the trip nothing is missing any more. */
const pastViews = ['all', 'mine'] as const
type View = (typeof views)[number]
const viewNames: Record<View, () => string> = {
  missing: m.gear_view_missing,
  mine: m.gear_view_mine,
  all: m.gear_view_all,
}

/** Who brings what: what is missing, what the current user has to pack, and everything. */
export function GearTab({ trip, failures }: TabProps) {
  const gear = useGear(trip)
  const failure = failures?.gear ?? failures?.checklist ?? failures?.people
  if (!gear) return <SectionState loading={m.gear_loading()} failure={failure} />
  return <GearLists trip={trip} gear={gear} />
}

function GearLists({ trip, gear }: { trip: Trip; gear: GearView }) {
  const { removed, people } = gear
  const suggested = useSuggestions(gear)
  const isSuggested = suggested !== undefined
  const groups = suggested ?? gear.groups
  const me = useDerived(trip, ownId)
  const party = useDerived(trip, ownParty)
  const nameOf = useDerived(trip, namesInPlan, needsMembers)
  const isOver = useIsOver(trip.id)
  const isAnyMissing = !isOver && groups.some(({ items }) => items.some(({ missing }) => missing > 0))
  const [chosen, setView] = useState<View>(isAnyMissing ? 'missing' : 'all')
  const view = isOver && chosen === 'missing' ? 'all' : chosen
  const [person = me, setPerson] = useState<string>()
  const [openId, setOpenId] = useState<string>()
  const [undo, setUndo] = useState<Undo>()
  const actions = useGearActions(gear, { me, nameOf, open: setOpenId, offerUndo: setUndo })
  const [search, setSearch] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const shown = useShownGroups(groups, view, search)
  const { addItem, numbers } = checklistEdits(trip, gear, setUndo)
  const mayPlan = !isOver && !isSuggested
  const total = countItems(groups)
  const inLists = view === 'mine' ? 0 : countItems(shown)
  const showAll = () => {
    setSearch('')
    if (view === 'missing') setView('all')
  }
  const ofRemoved = useMemo(
    () => removed.map((one) => removedRow(one, people)).filter(({ item }) => matchesSearch(item.name, search)),
    [removed, people, search],
  )
  const choices = useMemo(() => listChoices(people, me), [people, me])
  const own = choices.filter(({ id }) => party.has(id))
  const toPack = useMemo(() => packingList(groups, removed, person), [groups, removed, person])
  const tick = useTick(gear, person)
  const openRow = findRow(groups, ofRemoved, openId)
  return (
    <div className="flex flex-col gap-4">
      <header className="flex min-h-11 items-center gap-3">
        <h2 className="min-w-0 grow text-xl">{isOver ? m.gear_title_over() : m.gear_title()}</h2>
        {isAnyMissing && (
          <ShareText
            title={m.gear_title()}
            label={m.gear_share_missing()}
            textOf={() => missingAsText(trip.name, groups)}
          />
        )}
      </header>
      <div className="flex flex-wrap items-center gap-4">
        {isSuggested ? (
          <SampleSource
            trip={trip}
            tab="checklist"
            text={m.gear_sample({ type: trip.type })}
            link={m.gear_sample_edit()}
          />
        ) : (
          <Segments
            legend={m.common_view_legend()}
            options={(isOver ? pastViews : views).map((value) => ({ value, label: viewNames[value]() }))}
            value={view}
            onChange={setView}
            className="w-full md:max-w-md"
          />
        )}
        {view !== 'mine' && (total > MAX_AT_A_GLANCE || (addItem && mayPlan)) && (
          <div className="flex grow basis-96 flex-wrap items-center gap-2 sm:gap-3 md:max-w-2xl print:hidden">
            {total > MAX_AT_A_GLANCE && (
              <SearchField
                label={m.gear_search_label()}
                placeholder={m.common_search_short()}
                value={search}
                onChange={setSearch}
              />
            )}
            {addItem && mayPlan && (
              <Button variant="quiet" onClick={() => setIsAdding(true)}>
                <Plus aria-hidden="true" className="size-5 shrink-0" />
                {m.gear_add()}
              </Button>
            )}
          </div>
        )}
      </div>
      {view === 'mine' ? (
        <PackingList
          groups={toPack}
          choices={own}
          person={person}
          emptyText={person === me ? m.gear_packing_none() : m.gear_packing_none_of({ name: nameOf(person) })}
          onPerson={setPerson}
          onTick={tick}
          other={
            <Button variant="quiet" onClick={() => setView(isAnyMissing ? 'missing' : 'all')}>
              {isAnyMissing ? m.gear_show_missing() : m.gear_show_all()}
            </Button>
          }
        />
      ) : (
        <>
          <Covered groups={groups} isOver={isOver} />
          {view === 'all' && canEditPlan(trip) && !isOver && !isSuggested && !hasNeeds(groups) && (
            <p>{m.gear_needs_hint()}</p>
          )}
          {numbers && mayPlan && <NumbersOffer items={numbers.items} onUse={numbers.use} />}
          {total > 0 && (inLists > 0 || search.trim() !== '') && (
            <FilterLine
              shown={inLists}
              total={total}
              filters={[...(view === 'missing' ? [m.gear_filter_missing()] : []), ...searchFilter(search)]}
              onShowAll={showAll}
            />
          )}
          {shown.length > 0 || (view === 'all' && ofRemoved.length > 0) ? (
            <div className="gap-4 columns-[19rem_2]">
              {shown.map(({ id, category, items }) => (
                <GearCard
                  key={id}
                  title={category}
                  progress={countCovered([{ items }])}
                  {...(view === 'missing' && { words: missingText(items) })}
                >
                  {items.map((row) => (
                    <GearRow key={row.item.id} {...{ row, me, nameOf, actions, isOver }} />
                  ))}
                </GearCard>
              ))}
              {view === 'all' && ofRemoved.length > 0 && (
                <GearCard title={m.gear_removed_title()} progress={undefined}>
                  {ofRemoved.map((row) => (
                    <GearRow key={row.item.id} {...{ row, me, nameOf, actions, isOver }} />
                  ))}
                </GearCard>
              )}
            </div>
          ) : (
            <NothingShown
              {...{ trip, groups, search }}
              onAll={view === 'missing' && search.trim() === '' ? () => setView('all') : undefined}
            />
          )}
        </>
      )}
      <Suspense>
        {addItem && isAdding && (
          <AddGearDialog groups={gear.groups} onAdd={addItem} onClose={() => setIsAdding(false)} />
        )}
        {openRow && (
          <GearDialog
            key={openRow.item.id}
            row={openRow}
            me={me}
            nameOf={nameOf}
            choices={canEditPlan(trip) ? choicesFor(openRow, choices, nameOf) : own}
            claim={actions.claim}
            changeNeed={
              canEditPlan(trip) && !ofRemoved.includes(openRow) ? changeNeedOf(gear, openRow.item.id) : undefined
            }
            onClose={() => setOpenId(undefined)}
          />
        )}
      </Suspense>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </div>
  )
}

/** The sample's items, as long as the group has none of its own: nothing is missing of them until it has. */
function useSuggestions({ gear, checklist, groups }: GearView): GearGroup[] | undefined {
  const isSuggested = groups.length === 0 && checklist.value.length > 0
  const items = checklist.value
  const current = gear.value
  return useMemo(() => (isSuggested ? gearGroups(items, current, new Set()) : undefined), [isSuggested, items, current])
}

interface Surroundings {
  me: string
  nameOf: NameOf
  open: (itemId: string) => void
  offerUndo: (undo: Undo) => void
}

function useGearActions({ gear: { edit } }: GearView, { me, nameOf, open, offerUndo }: Surroundings): GearActions {
  return useMemo(() => {
    const withdrawnText = ({ item, number }: GearItem, personId: string) => {
      const name = itemName(item, number)
      return personId === me ? m.gear_withdrawn_mine({ name }) : m.gear_withdrawn({ name, person: nameOf(personId) })
    }
    const claim: GearActions['claim'] = (row, personId, count) => {
      const undo = edit?.((value) => withClaim(value, row.item, personId, count), 'at-once')
      if (count === 0 && undo) offerUndo({ text: withdrawnText(row, personId), undo })
    }
    return { claim: edit && claim, open }
  }, [edit, me, nameOf, open, offerUndo])
}

/** Ticks what a person has packed; undefined for people who may not. */
function useTick({ gear: { edit } }: GearView, person: string) {
  return useMemo(
    () =>
      edit &&
      ((item: PackingItem, isPacked: boolean) =>
        void edit((value) => withPacked(value, item, person, isPacked), 'at-once')),
    [edit, person],
  )
}

/** What editors change of the checklist here; undefined for people who may not. */
function checklistEdits(
  trip: Trip,
  { checklist: { edit }, groups }: GearView,
  offerUndo: (undo: Undo) => void,
): ChecklistEdits {
  if (!edit || !canEditPlan(trip)) return {}
  const items = groups.flatMap((group) => group.items.filter(({ item }) => suggestedNeed(item) !== undefined))
  return {
    addItem(item, groupId) {
      const own = { id: newId(), category: m.gear_add_category_new(), items: [item] }
      const category = groups.find(({ id }) => id === groupId)?.category ?? own.category
      const undo = edit(
        (all) =>
          // Somebody may have removed the category in the meantime.
          all.every(({ id }) => id !== groupId)
            ? [...all, own]
            : all.map((group) => (group.id === groupId ? { ...group, items: [...group.items, item] } : group)),
        'at-once',
      )
      offerUndo({ text: m.gear_added({ category: category || m.checklist_category_unnamed(), name: item.name }), undo })
    },
    numbers: {
      items,
      use() {
        const ids = new Set(items.map(({ item }) => item.id))
        const undo = edit((all) => withSuggestedNeeds(all, ids), 'at-once')
        offerUndo({ text: m.gear_numbers_used({ count: ids.size }), undo })
      },
    },
  }
}

interface ChecklistEdits {
  addItem?: (item: ChecklistItem, groupId: string | undefined) => void
  /** The items whose names say how many are needed, and what uses these numbers. */
  numbers?: { items: readonly GearItem[]; use: () => void }
}

/** Sets how many of an item are needed. */
function changeNeedOf({ checklist: { edit } }: GearView, itemId: string) {
  return (
    edit &&
    ((change: Partial<ChecklistItem>) =>
      void edit(
        (groups) =>
          groups.map((group) =>
            group.items.some(({ id }) => id === itemId)
              ? { ...group, items: group.items.map((item) => (item.id === itemId ? { ...item, ...change } : item)) }
              : group,
          ),
        'after-pause',
      ))
  )
}

/**
 * The groups that a view shows, as far as they match a search. What is no longer missing stays until the view changes,
 * so that the next tap does not meet another item.
 */
function useShownGroups(groups: readonly GearGroup[], view: View, search: string): readonly GearGroup[] {
  const stays = useRef(new Set<string>())
  return useMemo(() => {
    const ids = stays.current
    if (view !== 'missing') ids.clear()
    else for (const { items } of groups) for (const { item, missing } of items) if (missing > 0) ids.add(item.id)
    const isShown = ({ item, number }: GearItem, category: string) =>
      (view !== 'missing' || ids.has(item.id)) && matchesSearch(`${itemName(item, number)} ${category}`, search)
    return groups
      .map((group) => ({ ...group, items: group.items.filter((one) => isShown(one, group.category)) }))
      .filter(({ items }) => items.length > 0)
  }, [groups, view, search])
}

const countItems = (groups: readonly GearGroup[]) => groups.reduce((sum, { items }) => sum + items.length, 0)

/** An item that is no longer on the checklist, as a row. */
function removedRow({ id, name, claims }: RemovedItem, people: readonly Party[]): GearItem {
  return gearItem({ ...newChecklistItem(id), name }, claims, listNotComing(people))
}

function findRow(
  groups: readonly GearGroup[],
  removed: readonly GearItem[],
  itemId: string | undefined,
): GearItem | undefined {
  return [...groups.flatMap(({ items }) => items), ...removed].find(({ item }) => item.id === itemId)
}

/** An editor can also change the claims of people who are not coming, or no longer on the list. */
function choicesFor({ claims }: GearItem, choices: readonly PersonChoice[], nameOf: NameOf): PersonChoice[] {
  const others = claims.flatMap(({ claim }) =>
    choices.some(({ id }) => id === claim.person_id) ? [] : [{ id: claim.person_id, name: nameOf(claim.person_id) }],
  )
  return [...choices, ...others]
}

function hasNeeds(groups: readonly GearGroup[]): boolean {
  return groups.every(({ items }) => items.length === 0) || groups.some(({ items }) => items.some(hasNeed))
}

const hasNeed = ({ item }: GearItem) => item.is_each || isCounted(item)

function Covered({ groups, isOver }: { groups: readonly GearGroup[]; isOver: boolean }) {
  const { done, total, percent } = countCovered(groups)
  if (total === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="max-w-none">
        {rich(
          (isOver ? m.gear_progress_over : m.gear_progress)({
            done,
            total,
            figure: (text) => <span className="sign text-lg tabular-nums">{text}</span>,
          }),
        )}
      </p>
      {!isOver && (
        <div className="grow basis-20">
          <TrailProgress percent={percent} label={m.gear_progress_label()} />
        </div>
      )}
      {done === total && !isOver && (
        <p className="sign max-w-none grow basis-full animate-arrive text-center text-good">{m.gear_none_missing()}</p>
      )}
    </div>
  )
}

interface NothingShownProps {
  trip: Trip
  groups: readonly GearGroup[]
  search: string
  /** Shows all items; undefined if they are what is shown. */
  onAll: (() => void) | undefined
}

function NothingShown({ trip, groups, search, onAll }: NothingShownProps) {
  if (search.trim() !== '')
    return <p className="py-8 text-center text-muted">{m.gear_no_match({ search: search.trim() })}</p>
  const hasItems = groups.some(({ items }) => items.length > 0)
  if (hasItems)
    return (
      <EmptyState
        drawing={tent}
        sentence={countCovered(groups).total > 0 ? m.gear_none_missing() : m.gear_none_counted()}
        action={
          onAll && (
            <Button variant="quiet" onClick={onAll}>
              {m.gear_show_all()}
            </Button>
          )
        }
      />
    )
  return (
    <EmptyState
      drawing={tent}
      sentence={m.gear_empty()}
      action={
        <Link href={`/trip/${trip.id}?tab=checklist`} className={buttonLook('quiet')}>
          {m.gear_open_checklist()}
        </Link>
      }
    />
  )
}
