import { Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { canEditPlan } from '#domain/access.ts'
import { aisleOfItem } from '#domain/food/aisles.ts'
import { MAX_ENTRIES } from '#domain/operations/apply.ts'
import { nameOfUser } from '#domain/person.ts'
import { listPersons } from '#domain/plan/people.ts'
import { type Aisle, newShoppingItem, ownKeyOf } from '#domain/plan/shopping.ts'
import { countRows, groupRows, matchesSearch } from '#domain/shopping/group-rows.ts'
import {
  ownIdsOf,
  purchasesToTakeBack,
  withDetails,
  withItem,
  withoutPart,
  withoutPurchases,
  withPurchases,
  withTick,
} from '#domain/shopping/purchases.ts'
import { type RowDetails, type ShoppingRow, shoppingRows } from '#domain/shopping/rows.ts'
import { dishOf } from '#domain/templates/placeholders.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { findGrouping, persistGrouping } from '#web/data/storage/list-grouping.ts'
import { useIsOver } from '#web/trip-core/days/use-is-over.ts'
import {
  notComing as listedNotComing,
  namesInPlan,
  needsMembersIn,
  ownId,
  ownParty,
} from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { FilterLine, searchFilter } from '#web/trip-core/filter-line.tsx'
import { HeadcountOffer } from '#web/trip-core/headcount-offer.tsx'
import { listBuyers } from '#web/trip-core/people/person-choices.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { type Places, useSettled } from '#web/trip-core/use-settled.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { plate } from '#web/ui/drawings/plate.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { rich } from '#web/ui/rich.ts'
import { TrailProgress } from '#web/ui/trail-progress.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { AddItem } from './add-item.tsx'
import { ChangesNotice } from './changes-notice.tsx'
import type { ItemActions } from './item-dialog.tsx'
import type { TitledGroup } from './list-text.ts'
import { aisleNames, groupTitle } from './row-words.ts'
import { ShareList } from './share-list.tsx'
import { ShoppingGroup } from './shopping-group.tsx'
import type { RowActions } from './shopping-row.tsx'
import { type ListView, ShoppingToolbar } from './shopping-toolbar.tsx'
import { useListChanges } from './use-list-changes.ts'
import { type ShoppingView, useShopping } from './use-shopping.ts'

const needsMembers = needsMembersIn('shopping')

const ItemDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./item-dialog.tsx'))).ItemDialog,
}))

/** What to buy: computed from the meals, and what people added. */
export function ShoppingTab({ trip, failures }: TabProps) {
  const shopping = useShopping(trip)
  const failure = failures?.shopping ?? failures?.meals ?? failures?.people ?? failures?.details
  if (!shopping) return <SectionState loading={m.shopping_loading()} failure={failure} />
  return <ShoppingList trip={trip} shopping={shopping} />
}

const aisles = new WeakMap<ShoppingRow, Aisle>()

/** The aisle of an item, found once as long as the item does not change. */
function findAisle(row: ShoppingRow): Aisle {
  const aisle = aisles.get(row) ?? aisleOfItem(row)
  aisles.set(row, aisle)
  return aisle
}

function ShoppingList({ trip, shopping }: { trip: Trip; shopping: ShoppingView }) {
  const { rows, items, people, days, dates, headcount, warningsOf } = shopping
  const user = useUser()
  const me = useDerived(trip, ownId)
  const party = useDerived(trip, ownParty)
  const notComing = useDerived(trip, listedNotComing)
  const named = rows.flatMap(({ details, purchases }) => [details.buyer, ...purchases.map((one) => one.person_id)])
  const nameOf = useDerived(trip, namesInPlan, needsMembers)
  const naming = useMemo(() => ({ nameOf, me, notComing }), [nameOf, me, notComing])
  const [view, setView] = useState<ListView>(() => ({ by: findGrouping() ?? 'aisle', isMine: false, search: '' }))
  const [openKey, setOpenKey] = useState<string>()
  const [isAdding, setIsAdding] = useState(false)
  const isOver = useIsOver(trip.id)
  const [isAllShown, setIsAllShown] = useState(false)
  const isOnlyBought = isOver && !isAllShown
  const [undo, setUndo] = useState<Undo>()
  const { rowActions, itemActions, add } = useListActions(trip, shopping, me, { open: setOpenKey, offerUndo: setUndo })
  const changes = useListChanges(trip.id, items, headcount)
  const hasOthers = listPersons(people).some(({ id }) => id !== me) || named.some((id) => id !== '' && id !== me)
  const hasToolbar = isOnlyBought ? rows.filter(isBought).length > MAX_AT_A_GLANCE : rows.length > 0
  const isMine = view.isMine && hasOthers && hasToolbar
  // Without its field, a search could not be cleared.
  const search = hasToolbar ? view.search : ''
  const by = hasOthers || view.by !== 'buyer' ? view.by : 'aisle'
  const whose = useMemo(() => (isMine ? rows.filter((row) => isOfParty(row, party)) : rows), [rows, isMine, party])
  const listed = useMemo(() => (isOnlyBought ? whose.filter(isBought) : whose), [whose, isOnlyBought])
  const places = useMemo((): Places => new Map(rows.map(({ key, isDone }) => [key, isDone ? 'done' : 'open'])), [rows])
  const settled = useSettled(places, '')
  const groups = useMemo(() => {
    const shown = listed.filter((row) => matchesSearch(row, search))
    const isSunk = ({ key }: ShoppingRow) => settled.get(key) === 'done'
    const onList = groupRows(shown, { by, findAisle, nameOf, isSunk })
    const titled = onList.map((group): TitledGroup => ({ ...group, title: groupTitle(group, by, nameOf, dates) }))
    const leftovers = shown.filter(({ isLeftover }) => isLeftover)
    return leftovers.length > 0
      ? [...titled, { id: 'leftovers', title: m.shopping_group_leftover(), rows: leftovers }]
      : titled
  }, [listed, search, by, nameOf, settled, dates])
  function changeView(change: Partial<ListView>) {
    if (change.by) persistGrouping(change.by)
    setView((before) => ({ ...before, ...change }))
  }
  // On a phone the field would be gone with the first item, while somebody adds several.
  const addAndStay = (texts: readonly string[]) => {
    setIsAdding(true)
    add?.(texts)
  }
  const openRow = useOpenRow(rows, shopping, openKey)
  const count = countRows(whose)
  const shownCount = groups.reduce((sum, group) => sum + group.rows.length, 0)
  const totalCount = (isOnlyBought ? rows.filter(isBought) : rows).length
  return (
    <div className="flex flex-col gap-4 print:gap-2">
      <header className="flex flex-wrap items-center gap-x-3">
        <h2 className="min-w-0 grow basis-28 text-xl">
          <span className="print:hidden">{isOver ? m.shopping_title_over() : m.shopping_title()}</span>
          <span className="hidden print:inline">{m.shopping_text_title({ trip: trip.name })}</span>
        </h2>
        {rows.length > 0 && (
          <ShareList trip={trip.name} groups={groups} nameOf={(id) => (id === me ? nameOfUser(user) : nameOf(id))} />
        )}
        {add && rows.length > 0 && (
          <IconButton
            icon={Plus}
            label={m.shopping_add_button()}
            title={m.shopping_add_button()}
            aria-expanded={isAdding}
            className={`print:hidden ${isOver ? '' : 'sm:hidden'}`}
            onClick={() => setIsAdding(!isAdding)}
          />
        )}
      </header>
      {!isOver && changes && <ChangesNotice list={changes} />}
      {!isOver && (
        <div className="empty:hidden print:hidden">
          <HeadcountOffer trip={trip} offerUndo={setUndo} />
        </div>
      )}
      {count.total > 0 && <Progress {...count} isOver={isOver} />}
      <div className="grid gap-3 empty:hidden lg:grid-cols-2 print:hidden">
        {hasToolbar && <ShoppingToolbar view={{ ...view, by, isMine }} hasOthers={hasOthers} onChange={changeView} />}
        {/* On a phone the list comes first. */}
        {add && (!isOver || isAdding || rows.length === 0) && (
          <div className={isAdding || rows.length === 0 ? '' : 'max-sm:hidden'}>
            <AddItem isFocused={isAdding} onAdd={addAndStay} room={MAX_ENTRIES - shopping.section.value.items.length} />
          </div>
        )}
      </div>
      {totalCount > 0 && (
        <FilterLine
          shown={shownCount}
          total={totalCount}
          filters={[...(isMine ? [m.common_filter_mine()] : []), ...searchFilter(search)]}
          onShowAll={() => changeView({ isMine: false, search: '' })}
        />
      )}
      {groups.length > 0 ? (
        <div className="gap-4 columns-[17rem_3] print:columns-2">
          {groups.map(({ id, title, rows: ofGroup }) => (
            <ShoppingGroup
              key={id}
              title={title}
              rows={ofGroup}
              {...{ by, naming, warningsOf, isOver }}
              actions={rowActions}
            />
          ))}
        </div>
      ) : (
        <NothingShown {...{ trip, isOver }} isEmpty={listed.length === 0 && !isMine} search={search} />
      )}
      {isOver && rows.some((row) => !isBought(row)) && (
        <Button variant="quiet" className="self-center print:hidden" onClick={() => setIsAllShown(!isAllShown)}>
          {isAllShown ? m.shopping_over_show_bought() : m.shopping_over_show_all({ count: rows.length })}
        </Button>
      )}
      <Suspense>
        {openRow && itemActions && (
          <ItemDialog
            key={openRow.key}
            row={openRow}
            dates={dates}
            me={me}
            party={party}
            buyers={listBuyers(people, me)}
            shops={listShops(rows)}
            aisle={findAisle(openRow)}
            nameOf={nameOf}
            dishOf={({ day, place }) => (place === 'snacks' ? '' : dishOf(days[day]?.meals[place].name ?? ''))}
            warnings={warningsOf(openRow)}
            actions={itemActions}
            onClose={() => setOpenKey(undefined)}
          />
        )}
      </Suspense>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </div>
  )
}

/** The row of the open dialog. One that was opened alone stays alone while somebody types its text. */
function useOpenRow(rows: readonly ShoppingRow[], { section }: ShoppingView, openKey: string | undefined) {
  const row = rows.find(({ key }) => key === openKey)
  const [opened, setOpened] = useState<{ key: string | undefined; isAlone: boolean }>()
  const isAlone = opened?.key === openKey ? opened?.isAlone === true : row?.parts.length === 0
  if (opened?.key !== openKey) setOpened({ key: openKey, isAlone })
  if (openKey === undefined || (row && (row.parts.length === 0 || !isAlone))) return row
  return shoppingRows([], section.value).find(({ key, isLeftover }) => key === openKey && !isLeftover)
}

interface Openers {
  open: (key: string) => void
  offerUndo: (undo: Undo) => void
}

/** What the current user may do with the list. */
function useListActions(trip: Trip, { section: { edit } }: ShoppingView, me: string, { open, offerUndo }: Openers) {
  const rowActions = useMemo((): RowActions => {
    const untick = (row: ShoppingRow) => {
      const own = purchasesToTakeBack(row, me)
      if (own.length > 0) edit?.((value) => withoutPurchases(value, own), 'at-once')
      else if (row.details.isAtHome && row.purchases.length === 0)
        edit?.((value) => withDetails(value, row, { isAtHome: false }), 'at-once')
      // Others bought it, and that stays.
      else open(row.key)
    }
    const tick = (row: ShoppingRow, isBought: boolean) =>
      isBought ? void edit?.((value) => withTick(value, row, me, newId), 'at-once') : untick(row)
    return { tick: edit && tick, open }
  }, [edit, me, open])
  if (!edit) return { rowActions, itemActions: undefined, add: undefined }

  const canEdit = canEditPlan(trip)
  const itemActions: ItemActions = {
    canEdit,
    buy: (row, amounts) => edit((value) => withPurchases(value, row, amounts, me, newId), 'at-once'),
    takeBack: (row, purchase) =>
      offerUndo({
        text: m.common_removed({ name: row.name }),
        undo: edit((value) => withoutPurchases(value, [purchase]), 'at-once'),
      }),
    change: (row, change) =>
      edit((value) => withDetails(value, row, change), isTyped(change) ? 'after-pause' : 'at-once'),
    rename: ({ ownId = '' }, text) => edit((value) => withItem(value, ownId, { text })),
    remove(row, part) {
      const ids = ownIdsOf(row)
      const left = row.parts.find(({ id }) => part && id !== part.id)
      // Its dialog goes on with what is left, whose key is that of the first.
      if (left) open(ownKeyOf(left.id))
      offerUndo({
        text: m.common_removed({ name: part?.text ?? row.name }),
        undo: edit(
          (value) =>
            part
              ? withoutPart(value, row, part.id)
              : { ...value, items: value.items.filter(({ id }) => !ids.includes(id)) },
          'at-once',
        ),
      })
    },
  }
  const add = (texts: readonly string[]) => {
    const added = texts.map((text) => newShoppingItem(newId(), text))
    const undo = edit((value) => ({ ...value, items: [...value.items, ...added] }), 'at-once')
    const [only] = added
    const text = added.length > 1 || !only ? m.shopping_pasted({ count: added.length }) : addedText(only.text)
    offerUndo({ text, undo })
  }
  return { rowActions, itemActions, add: canEdit ? add : undefined }
}

/** 'Added to Drinks: Beer': a long list does not show it where it was typed. */
const addedText = (name: string) => m.shopping_added({ group: aisleNames[aisleOfItem({ name, needs: [] })](), name })

const typedDetails = ['amountAtHome', 'shop', 'note'] as const
const isTyped = (change: Partial<RowDetails>) => typedDetails.some((name) => name in change)

/** After the trip, a longer list can be searched. */
const MAX_AT_A_GLANCE = 12

const isBought = ({ purchases }: ShoppingRow) => purchases.length > 0

/** Whether somebody of a party gets an item, or has bought it. */
function isOfParty({ details, purchases }: ShoppingRow, party: ReadonlySet<string>): boolean {
  return party.has(details.buyer) || purchases.some(({ person_id }) => party.has(person_id))
}

function listShops(rows: readonly ShoppingRow[]): string[] {
  return [...new Set(rows.map(({ details }) => details.shop.trim()).filter(Boolean))].toSorted()
}

interface ProgressProps {
  done: number
  total: number
  percent: number
  isOver: boolean
}

function Progress({ done, total, percent, isOver }: ProgressProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 print:hidden">
      <p className="max-w-none">
        {rich(
          (isOver ? m.shopping_progress_over : m.shopping_progress)({
            done,
            total,
            figure: (text) => <span className="sign text-lg tabular-nums">{text}</span>,
          }),
        )}
      </p>
      {!isOver && (
        <div className="grow basis-20">
          <TrailProgress percent={percent} label={m.shopping_progress_label()} />
        </div>
      )}
      {done === total && !isOver && (
        <p className="sign max-w-none grow basis-full animate-arrive text-center text-good">{m.shopping_all_done()}</p>
      )}
    </div>
  )
}

interface NothingShownProps {
  trip: Trip
  isOver: boolean
  isEmpty: boolean
  search: string
}

function NothingShown({ trip, isOver, isEmpty, search }: NothingShownProps) {
  if (!isEmpty && search.trim())
    return <p className="py-8 text-center text-muted">{m.shopping_no_match({ search: search.trim() })}</p>
  if (isEmpty && isOver) return <EmptyState drawing={plate} sentence={m.shopping_over_none()} />
  return (
    <EmptyState
      drawing={plate}
      sentence={isEmpty ? m.shopping_empty() : m.shopping_none_mine()}
      action={
        <>
          <p>{isEmpty ? m.shopping_empty_hint() : m.shopping_none_mine_hint()}</p>
          {isEmpty && (
            <Link href={`/trip/${trip.id}?tab=meals`} className={buttonLook('quiet')}>
              {m.shopping_plan_meals()}
            </Link>
          )}
        </>
      }
    />
  )
}
