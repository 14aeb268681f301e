import { ListPlus } from 'lucide-react'
import { lazy, type RefObject, Suspense, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { canEditPlan } from '#domain/access.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { MAX_ENTRIES } from '#domain/operations/apply.ts'
import { newTodo, type Todo, type Todos } from '#domain/plan/todos.ts'
import { withChangedTodo, withDoer, withoutDoer, withoutTodo, withTodos } from '#domain/todos/changes.ts'
import type { PlannedTodo } from '#domain/todos/plan-todos.ts'
import { listSuggested } from '#domain/todos/suggested.ts'
import { todoTitle } from '#domain/todos/todo-words.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { useIsOver } from '#web/trip-core/days/use-is-over.ts'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import {
  listedPeople,
  namesInPlan,
  needsMembersIn,
  notComing,
  ownId,
  ownParty,
  tripDates,
} from '#web/trip-core/derived/people.ts'
import { plannedTodos } from '#web/trip-core/derived/todos.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { useFocusAfter } from '#web/trip-core/editing/use-focus-after.ts'
import { showEntry, showIfLinked } from '#web/trip-core/linked-entry.ts'
import { listChoices } from '#web/trip-core/people/person-choices.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { type Places, useSettled } from '#web/trip-core/use-settled.ts'
import { afterRender } from '#web/ui/after-render.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { Segments } from '#web/ui/segments.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { AddTodo } from './add-todo.tsx'
import { type TodoActions, TodoRow } from './todo-row.tsx'
import { isShown, type TodoFilter, todoFilters } from './todo-text.ts'

const needsMembers = needsMembersIn('todos')

const TodoDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./todo-dialog.tsx'))).TodoDialog,
}))
const SuggestionsDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./suggestions-dialog.tsx'))).SuggestionsDialog,
}))

/** What is to be done before the trip, by when and by whom. */
export function TodosPart({ trip, failures }: TabProps) {
  const section = useSection(trip.id, 'todos')
  // Without the dates and the people, it would say what is not so.
  const others = [useSection(trip.id, 'people'), useSection(trip.id, 'details')]
  if (!section || others.includes(undefined)) {
    const { todos, people, details } = failures ?? {}
    return <SectionState loading={m.todos_loading()} failure={todos ?? people ?? details} />
  }
  return <TodoList trip={trip} section={section} />
}

type Opened = 'suggestions' | { todoId: string }

function TodoList({ trip, section }: { trip: Trip; section: ShownSection<'todos'> }) {
  const list = useDerived(trip, plannedTodos, needsMembers)
  const me = useDerived(trip, ownId)
  const party = useDerived(trip, ownParty)
  const people = useDerived(trip, listedPeople)
  const declined = useDerived(trip, notComing)
  const dates = useDerived(trip, tripDates)
  const nameOf = useDerived(trip, namesInPlan, needsMembers)
  const { date: today } = useTripClock(trip.id)
  const isOver = useIsOver(trip.id)
  const [opened, setOpened] = useState<Opened>()
  const [undo, setUndo] = useState<Undo>()
  const isAlone = list.some((one) => one.isAlone)
  const [named, setFilter] = useFilter()
  const filter = isAlone && named === 'mine' ? 'all' : named
  const rows = useRef<HTMLDivElement>(null)
  const { open, done } = useShown({ list, filter, me, today, rows })
  const actions = useTodoActions(section.edit, setOpened)
  const edit = canEditPlan(trip) ? section.edit : undefined
  const suggested = edit && !isOver ? listSuggested(trip.type, section.value, dates, today) : []
  const hasSuggestions = suggested.some(({ isPresent }) => !isPresent)
  const openTodo = typeof opened === 'object' ? list.find(({ todo }) => todo.id === opened.todoId) : undefined
  // Somebody else has removed it: close it, so that it does not open again by itself if it is restored.
  if (typeof opened === 'object' && !openTodo) setOpened(undefined)
  function close() {
    // Another date may have moved its row off the screen.
    if (openTodo) afterRender(() => rowOf(openTodo.todo)?.scrollIntoView({ block: 'nearest' }))
    setOpened(undefined)
  }
  const heading = useFocusAfter(opened !== undefined)
  const offer = (text: string, change: (value: Todos) => Todos) =>
    edit && setUndo({ text, undo: edit(change, 'at-once') })

  function add(added: readonly Todo[]) {
    // Among those of a filter nobody would see them.
    setFilter('all')
    let count = 0
    const takeBack = edit?.((value) => {
      const changed = withTodos(value, added)
      count = changed.todos.length - value.todos.length
      return changed
    }, 'at-once')
    const [only, ...more] = added
    if (!takeBack || !only || count === 0) return
    const text = more.length === 0 ? m.todos_added_one({ todo: todoTitle(only) }) : m.todos_added({ count })
    setUndo({ text, undo: takeBack })
  }

  const room = MAX_ENTRIES - section.value.todos.length
  const filters = todoFilters.filter((one) => !isAlone || one !== 'mine')
  const rowProps = { today, names: { me, nameOf }, canTake: !declined.has(me), actions }
  const row = (isInPlace: boolean) => (one: PlannedTodo) => (
    <TodoRow key={one.todo.id} {...{ one, isInPlace }} {...rowProps} />
  )
  return (
    <section
      ref={showIfLinked}
      id="todos"
      tabIndex={-1}
      aria-labelledby="todos-title"
      className="flex min-w-0 flex-col gap-4"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 ref={heading} tabIndex={-1} id="todos-title" className="grow text-xl">
          {m.todos_title()}
        </h2>
        {list.length > 0 && hasSuggestions && <Suggest onClick={() => setOpened('suggestions')} />}
      </header>
      {edit && <AddTodo room={room} onAdd={(texts) => add(texts.map((text) => newTodo(newId(), text)))} />}
      {list.length > 0 && (
        <Segments
          legend={m.todos_filter()}
          options={filters.map((value) => ({ value, label: filterNames[value]() }))}
          value={filter}
          onChange={setFilter}
          className="print:hidden"
        />
      )}
      <div ref={rows} className="flex min-w-0 flex-col gap-4">
        {open.length > 0 ? (
          <ul className="card px-3 py-1">{open.map(row(true))}</ul>
        ) : (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3 card p-4">
            <p className="min-w-0 max-w-max grow basis-60 text-muted">
              {emptyText(filter, { hasAny: list.length > 0, hasDone: done.length > 0, canEdit: edit !== undefined })}
            </p>
            {list.length === 0 && hasSuggestions && <Suggest onClick={() => setOpened('suggestions')} />}
          </div>
        )}
        {done.length > 0 && (
          <Disclosure title={m.todos_done({ count: done.length })} level={3} defaultOpen={done.some(isLinked)}>
            <ul>{done.map(row(false))}</ul>
          </Disclosure>
        )}
      </div>
      <Suspense>
        {edit && opened === 'suggestions' && (
          <SuggestionsDialog
            {...{ room, suggested, dates, today }}
            onAdd={(added) => {
              add(added)
              const [first] = added
              if (first) afterRender(() => showEntry(rowOf(first)))
            }}
            onClose={close}
          />
        )}
        {openTodo && (
          <TodoDialog
            one={openTodo}
            {...{ today, dates, actions }}
            names={rowProps.names}
            candidates={listChoices(people, me).filter(({ id }) => !declined.has(id) && (edit || party.has(id)))}
            canGiveUpFor={(id) => edit !== undefined || party.has(id)}
            onChange={
              edit &&
              ((change, isTyped = false) =>
                void edit(
                  (value) => withChangedTodo(value, openTodo.todo.id, change),
                  isTyped ? 'after-pause' : 'at-once',
                ))
            }
            onRemove={() => {
              offer(m.common_removed({ name: todoTitle(openTodo.todo) }), (value) =>
                withoutTodo(value, openTodo.todo.id),
              )
              close()
            }}
            onClose={close}
          />
        )}
      </Suspense>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </section>
  )
}

const rowOf = ({ id }: Pick<Todo, 'id'>) => document.getElementById(id)

const isLinked = ({ todo }: PlannedTodo) => location.hash === `#${todo.id}`

function Suggest({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="quiet" className="print:hidden" onClick={onClick}>
      <ListPlus aria-hidden="true" className="size-5" />
      {m.todos_suggest()}
    </Button>
  )
}

const filterNames: Record<TodoFilter, () => string> = {
  all: m.todos_filter_all,
  mine: m.todos_filter_mine,
  overdue: m.todos_filter_overdue,
}

interface Emptiness {
  /** Whether there is any to-do, and whether any of the filter is done. */
  hasAny: boolean
  hasDone: boolean
  canEdit: boolean
}

function emptyText(filter: TodoFilter, { hasAny, hasDone, canEdit }: Emptiness): string {
  if (!hasAny) return canEdit ? m.todos_empty() : m.todos_empty_member()
  if (filter === 'overdue') return m.todos_overdue_none()
  if (filter === 'mine') return hasDone ? m.todos_mine_done() : m.todos_mine_none()
  return m.todos_all_done()
}

/** Which to-dos to show, as the address says. */
function useFilter(): [TodoFilter, (filter: TodoFilter) => void] {
  const [parameters, setParameters] = useSearchParams()
  const named = parameters.get('todos')
  const filter = todoFilters.find((one) => one === named) ?? 'all'
  const setFilter = (to: TodoFilter) => {
    if (to === filter) return
    setParameters(
      (others) => {
        const changed = new URLSearchParams(others)
        if (to === 'all') changed.delete('todos')
        else changed.set('todos', to)
        return changed
      },
      { replace: true },
    )
  }
  return [filter, setFilter]
}

interface Shown {
  list: readonly PlannedTodo[]
  filter: TodoFilter
  me: string
  today: LocalDate
  rows: RefObject<HTMLElement | null>
}

/** The to-dos that are not done, and those that are. */
function useShown({ list, filter, me, today, rows }: Shown) {
  const places = useMemo(
    (): Places =>
      new Map(
        list
          .filter((one) => isShown(one, filter, { me, today }))
          .map(({ todo }) => [todo.id, todo.is_done ? 'done' : 'open']),
      ),
    [list, filter, me, today],
  )
  const settled = useSettled(places, filter, rows)
  const at = (place: 'open' | 'done') => list.filter(({ todo }) => settled.get(todo.id) === place)
  return { open: at('open'), done: at('done') }
}

type Edit = NonNullable<ShownSection<'todos'>['edit']>

function useTodoActions(edit: Edit | undefined, setOpened: (opened: Opened) => void): TodoActions {
  return useMemo(() => {
    const change = (make: typeof withDoer) => (todoId: string, personId: string) =>
      void edit?.((value) => make(value, todoId, personId), 'at-once')
    return {
      tick:
        edit &&
        ((todoId, isDone) => void edit((value) => withChangedTodo(value, todoId, { is_done: isDone }), 'at-once')),
      take: edit && change(withDoer),
      giveUp: edit && change(withoutDoer),
      open: (todoId) => setOpened({ todoId }),
    }
  }, [edit, setOpened])
}
