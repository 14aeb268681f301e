import { type ReactNode, Suspense, useCallback, useContext, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ReleasedSection, releasePerson } from '#domain/plan/release-person.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { type PersonRef, removePerson } from '#web/data/trips/parties.ts'
import { useRemovingAccess } from '#web/data/trips/people.ts'
import { PlanSourceContext, type SectionSource } from '#web/data/trips/plan-source.ts'
import { useClearPrivateRecord } from '#web/data/trips/private.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/loading/import-with-retry.ts'
import { page } from '#web/loading/page.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'

const AskDialog = page(() => import('#web/ui/ask-dialog.tsx').then((module) => module.AskDialog))

export interface RemovalTarget {
  name: string
  /** The user whose access is removed, which needs a connection; absent if they have no access. */
  userId?: string | undefined
  /** The entry to remove from the list; absent if it stays. */
  whom?: PersonRef | undefined
  /** Whether they only claim to be a person on the list, and have no entry of their own. */
  isClaimant?: boolean | undefined
  /** Closes the dialog from which they are removed, if there is one. */
  onRemove?: () => void
}

/** Removes people. Asks first if they have access; without access it happens at once, since it can be undone. */
export function useRemoval(trip: Trip): { remove: (leaver: RemovalTarget) => void; element: ReactNode } {
  const edit = useSection(trip.id, 'people')?.edit
  const emptyPrivate = useClearPrivateRecord(trip)
  const release = useRelease(trip.id)
  const findBalance = useFindBalance(trip.id)
  const [pendingRemoval, setPendingRemoval] = useState<RemovalTarget>()
  const [undo, setUndo] = useState<Undo>()
  useEffect(() => void AskDialog.load(), [])

  function removeFromList(whom: PersonRef, name: string) {
    let wasListed = false
    // Before the removal: without the right to edit, people may only change what belongs to their party.
    const undoRelease = release(whom.personId)
    const undoRemoval = edit?.((parties) => {
      wasListed = parties.some(
        ({ id, persons }) => id === whom.partyId && persons.some((one) => one.id === whom.personId),
      )
      return removePerson(parties, whom)
    }, 'at-once')
    // Also empties their private record, if the current user may see it.
    const undos = [emptyPrivate(whom), undoRemoval, ...undoRelease]
    const undoAll = () => {
      for (const undoOne of undos) undoOne?.()
    }
    const text = undoRelease.length > 0 ? m.group_removed_released({ name }) : m.group_removed({ name })
    if (!wasListed) return
    const offer = { text, undo: undoAll }
    setUndo(offer)
    findBalance(whom.personId, name).then(
      (balance) =>
        setUndo((current) => (balance && current === offer ? { ...offer, text: sentences(text, balance) } : current)),
      () => undefined,
    )
  }

  /** Closes the dialogs first: the focus returns to the entry, and moves on when the entry is removed. */
  function finish({ whom, name, onRemove }: RemovalTarget) {
    flushSync(() => {
      setPendingRemoval((current) => (current === pendingRemoval ? undefined : current))
      onRemove?.()
    })
    if (whom) queueMicrotask(() => removeFromList(whom, name))
  }

  function remove(leaver: RemovalTarget) {
    if (leaver.userId !== undefined) setPendingRemoval(leaver)
    else finish(leaver)
  }

  const element = (
    <>
      <Suspense>
        {pendingRemoval?.userId !== undefined && (
          <AccessDialog
            tripId={trip.id}
            findBalance={findBalance}
            name={pendingRemoval.name}
            whom={pendingRemoval.whom}
            isClaimant={pendingRemoval.isClaimant}
            userId={pendingRemoval.userId}
            onRemoved={() => finish(pendingRemoval)}
            onClose={() => setPendingRemoval(undefined)}
          />
        )}
      </Suspense>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </>
  )
  return { remove, element }
}

/** The first one may have no period yet. */
const sentences = (first: string, second: string) =>
  second ? `${first.endsWith('.') ? first : `${first}.`} ${second}` : first

const released = Object.keys(releasePerson) as ReleasedSection[]

/**
 * Returns what takes back everything that a person promised. It returns the functions that undo it. Reads the sections
 * only then, so that the people page is not rendered for each change of them.
 */
function useRelease(tripId: string): (personId: string) => (() => void)[] {
  const source = useContext(PlanSourceContext)
  return (personId) => released.flatMap((name) => releaseIn(name, source.find(tripId, name), personId))
}

function releaseIn<Name extends ReleasedSection>(
  name: Name,
  store: SectionSource<Name> | undefined,
  personId: string,
): (() => void)[] {
  const release = releasePerson[name]
  const value = store?.getSnapshot()?.value
  if (!store?.edit || value === undefined || release(value, personId) === value) return []
  return [store.edit((current) => release(current, personId), 'at-once')]
}

type FindBalance = (personId: string, name: string) => Promise<string>

/** Says what somebody owes, or is owed, in the costs; '' for nothing. Loads what that needs only then. */
function useFindBalance(tripId: string): FindBalance {
  const source = useContext(PlanSourceContext)
  return useCallback(
    async (personId, name) => {
      const costs = source.find(tripId, 'costs')?.getSnapshot()?.value
      if (!costs || costs.expenses.length + costs.payments.length === 0) return ''
      const { formerBalanceWords } = await importWithRetry(() => import('./costs/former-balance.ts'))
      return formerBalanceWords(costs, personId, name)
    },
    [source, tripId],
  )
}

interface AccessDialogProps extends Pick<RemovalTarget, 'name' | 'whom' | 'isClaimant'> {
  tripId: string
  findBalance: FindBalance
  userId: string
  onRemoved: () => void
  onClose: () => void
}

function AccessDialog(props: AccessDialogProps) {
  const { tripId, findBalance, name, userId, whom, isClaimant, onRemoved, onClose } = props
  const isOnline = useIsOnline()
  const { send, isPending, error } = useRemovingAccess(tripId)
  const [balance, setBalance] = useState('')
  const personId = whom?.personId
  useEffect(() => {
    // Without the sentence, if its code cannot be loaded.
    if (personId !== undefined) findBalance(personId, name).then(setBalance, () => undefined)
  }, [personId, name, findBalance])
  const act = whom ? m.group_remove_from_trip() : m.group_remove_access()
  return (
    <AskDialog
      title={whom ? m.group_remove_from_trip_title({ name }) : m.group_remove_access_title({ name })}
      description={
        whom
          ? sentences(m.group_remove_from_trip_what(), balance)
          : isClaimant
            ? m.group_remove_access_claimant()
            : m.group_remove_access_what()
      }
      act={isPending ? m.group_removing() : act}
      isBusy={isPending}
      error={isOnline ? error : m.group_remove_offline()}
      onAct={() => send({ userId, onRemoved })}
      onClose={onClose}
    />
  )
}
