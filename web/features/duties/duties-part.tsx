import { ClipboardList, Plus, Scale } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { canEditPlan } from '#domain/access.ts'
import {
  listUsualDuties,
  usualSeats,
  withDuty,
  withoutDuty,
  withoutVolunteer,
  withTurns,
  withUsualDuties,
  withVolunteer,
} from '#domain/duties/changes.ts'
import { dutyTitle } from '#domain/duties/duty-words.ts'
import type { ProposedTurn } from '#domain/duties/rota.ts'
import type { Duties, Duty } from '#domain/plan/duties.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useIsOver } from '#web/trip-core/days/use-is-over.ts'
import { namesInPlan, namesInText, needsMembersIn, ownId, ownParty } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { useFocusAfter } from '#web/trip-core/editing/use-focus-after.ts'
import { listChoices } from '#web/trip-core/people/person-choices.ts'
import { useLostSeats } from '#web/trip-core/people/use-lost-seats.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import { ShareText } from '#web/trip-core/share-text.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { Button } from '#web/ui/button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { DutyDayCard } from './duty-day.tsx'
import type { DutyActions } from './duty-row.tsx'
import { dutiesAsText, groupByDay } from './duty-words.ts'
import { OwnDuties } from './own-duties.tsx'
import { type DutiesView, useDuties } from './use-duties.ts'
import { WithoutDuty } from './without-duty.tsx'

const needsMembers = needsMembersIn('duties')

const AddDutyDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./add-duty-dialog.tsx'))).AddDutyDialog,
}))
const DutyDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./duty-dialog.tsx'))).DutyDialog,
}))
const RotaDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./rota-dialog.tsx'))).RotaDialog,
}))
const UsualDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./usual-dialog.tsx'))).UsualDialog,
}))

/** Who cooks, washes up and so on. */
export function DutiesPart({ trip, failures }: TabProps) {
  const duties = useDuties(trip)
  const { duties: own, people, details, meals, itinerary } = failures ?? {}
  if (!duties)
    return <SectionState loading={m.duties_loading()} failure={own ?? people ?? details ?? meals ?? itinerary} />
  return <DutyList trip={trip} duties={duties} />
}

type Opened = 'add' | 'usual' | 'rota' | { dutyId: string }

function DutyList({ trip, duties }: { trip: Trip; duties: DutiesView }) {
  const { section, list, conflicts, people, dates, days, workers, tooYoung, idle, findAbsence, meals } = duties
  const me = useDerived(trip, ownId)
  const party = useDerived(trip, ownParty)
  const nameOf = useDerived(trip, namesInPlan, needsMembers)
  const nameInText = useDerived(trip, namesInText, needsMembers)
  const [opened, setOpened] = useState<Opened>()
  const [undo, setUndo] = useState<Undo>()
  const queues = useMemo(() => list.map(({ duty, on, waiting }) => ({ id: duty.id, inside: on, waiting })), [list])
  const isLost = useLostSeats({ tripId: trip.id, kind: 'duties', queues, party })
  const actions = useDutyActions(section.edit, setOpened)
  const edit = canEditPlan(trip) ? section.edit : undefined
  const places = usualSeats(workers.length)
  const usual = edit ? listUsualDuties(section.value, { days, meals, places }) : []
  const shown = groupByDay(list, dates)
  const openDuty = typeof opened === 'object' ? list.find(({ duty }) => duty.id === opened.dutyId) : undefined
  // Somebody else has removed it: close it, so that it does not open again by itself if it is restored.
  if (typeof opened === 'object' && !openDuty) setOpened(undefined)
  const close = () => setOpened(undefined)
  const heading = useFocusAfter(opened !== undefined)
  const isOver = useIsOver(trip.id)
  const offer = (text: string, change: (value: Duties) => Duties) =>
    edit && setUndo({ text, undo: edit(change, 'at-once') })

  return (
    <section aria-labelledby="duties-title" className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 ref={heading} tabIndex={-1} id="duties-title" className="grow text-xl">
          {m.duties_title()}
        </h2>
        {list.length > 0 && (
          <div className="flex items-center print:hidden">
            <ShareText
              title={m.duties_title()}
              label={m.duties_share()}
              textOf={() => dutiesAsText(trip.name, shown, nameInText)}
            />
          </div>
        )}
        {edit && (
          <Button variant="quiet" onClick={() => setOpened('add')}>
            <Plus aria-hidden="true" className="size-5 shrink-0" />
            {m.duties_add()}
          </Button>
        )}
      </header>
      {!isOver && shown.length > 1 && <OwnDuties {...{ list, me, dates }} />}
      {edit && !isOver && list.length > 0 && (
        <div className="flex flex-wrap gap-3 print:hidden">
          {list.some(({ open }) => open > 0) && (
            <Button onClick={() => setOpened('rota')}>
              <Scale aria-hidden="true" className="size-5" />
              {m.duties_rota()}
            </Button>
          )}
          {usual.length > 0 && <AddUsual onClick={() => setOpened('usual')} />}
        </div>
      )}
      {!isOver && list.length > 0 && <WithoutDuty names={idle.map(nameOf)} />}
      {list.length === 0 ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 card p-4">
          <p className="min-w-0 max-w-max grow basis-60 text-muted">
            {edit ? m.duties_empty() : m.duties_empty_member()}
          </p>
          {usual.length > 0 && <AddUsual onClick={() => setOpened('usual')} />}
        </div>
      ) : (
        <div className="gap-4 columns-[17rem_3] print:columns-2">
          {shown.map((day) => (
            <DutyDayCard key={day.day} day={day} {...{ conflicts, dates, me, nameOf, isLost, findAbsence, actions }} />
          ))}
        </div>
      )}
      <Suspense>
        {edit && opened === 'add' && (
          <AddDutyDialog
            {...{ days, dates }}
            onAdd={(duty) => offer(m.duties_added({ duty: dutyTitle(duty) }), (value) => withDuty(value, duty))}
            onClose={close}
          />
        )}
        {edit && opened === 'usual' && (
          <UsualDialog
            count={usual.length}
            places={places}
            onConfirm={() =>
              offer(m.duties_usual_added({ count: usual.length }), (value) => withUsualDuties(value, usual))
            }
            onClose={close}
          />
        )}
        {edit && opened === 'rota' && (
          <RotaDialog
            {...{ list, workers, tooYoung, dates, nameOf }}
            onConfirm={(turns: readonly ProposedTurn[]) =>
              offer(m.duties_rota_done({ count: turns.length }), (value) => withTurns(value, turns, findAbsence))
            }
            onClose={close}
          />
        )}
        {openDuty && (
          <DutyDialog
            one={openDuty}
            {...{ days, dates, me, nameOf, findAbsence, actions }}
            candidates={listChoices(people, me).filter(({ id }) => edit || party.has(id))}
            onChange={
              edit &&
              ((change: Partial<Duty>, isTyped = false) =>
                void edit(
                  (value) => withChangedDuty(value, openDuty.duty.id, change),
                  isTyped ? 'after-pause' : 'at-once',
                ))
            }
            onRemove={() => {
              offer(m.common_removed({ name: dutyTitle(openDuty.duty) }), (value) =>
                withoutDuty(value, openDuty.duty.id),
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

function AddUsual({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="quiet" onClick={onClick}>
      <ClipboardList aria-hidden="true" className="size-5" />
      {m.duties_usual()}
    </Button>
  )
}

type Edit = NonNullable<DutiesView['section']['edit']>

function useDutyActions(edit: Edit | undefined, setOpened: (opened: Opened) => void): DutyActions {
  return useMemo(() => {
    const change = (make: typeof withVolunteer) => (dutyId: string, personId: string) =>
      void edit?.((value) => make(value, dutyId, personId), 'at-once')
    return {
      take: edit && change(withVolunteer),
      giveUp: edit && change(withoutVolunteer),
      open: (dutyId) => setOpened({ dutyId }),
    }
  }, [edit, setOpened])
}

function withChangedDuty(value: Duties, dutyId: string, change: Partial<Duty>): Duties {
  return { ...value, duties: value.duties.map((one) => (one.id === dutyId ? { ...one, ...change } : one)) }
}
