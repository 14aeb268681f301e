import { type ReactNode, Suspense, useContext, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ReleasedSection, releasePerson } from '#domain/plan/release-person.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { keepNames } from '#web/data/trips/keep-names.ts'
import { type PersonRef, removePerson } from '#web/data/trips/parties.ts'
import { useRemovingAccess } from '#web/data/trips/people.ts'
import { PlanSourceContext, type SectionSource } from '#web/data/trips/plan-source.ts'
import { useClearPrivateRecord } from '#web/data/trips/private.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { page } from '#web/ui/loading/page.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { findBalance, loadBalance } from './find-balance.ts'

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

/**
 * Removes people. Asks first if they have access, or if they owe something or are owed it. Otherwise it happens at
 * once, since it can be undone.
 */
export function useRemoval(trip: Trip): { remove: (leaver: RemovalTarget) => void; element: ReactNode } {
  const source = useContext(PlanSourceContext)
  const edit = useSection(trip.id, 'people')?.edit
  const emptyPrivate = useClearPrivateRecord(trip)
  const release = useRelease(trip.id)
  const [pendingRemoval, setPendingRemoval] = useState<RemovalTarget & { balance: string }>()
  const [undo, setUndo] = useState<Undo>()
  useEffect(() => {
    void AskDialog.load()
    loadBalance().catch(() => {})
  }, [])

  function removeFromList(whom: PersonRef, name: string) {
    let wasListed = false
    // Before the removal: without the right to edit, people may only change what belongs to their party.
    const undoRelease = release(whom.personId)
    const from = source.find(trip.id, 'people')?.getSnapshot()?.value ?? []
    const undoNames = keepNames(source.find(trip.id, 'costs'), { from, to: removePerson(from, whom) })
    const undoRemoval = edit?.((parties) => {
      wasListed = parties.some(
        ({ id, persons }) => id === whom.partyId && persons.some((one) => one.id === whom.personId),
      )
      return removePerson(parties, whom)
    }, 'at-once')
    // Also empties their private record, if the current user may see it.
    const undos = [emptyPrivate(whom), undoRemoval, ...undoRelease, undoNames]
    const undoAll = () => {
      for (const undoOne of undos) undoOne?.()
    }
    const text = undoRelease.length > 0 ? m.group_removed_released({ name }) : m.group_removed({ name })
    if (!wasListed) return
    setUndo({ text, undo: undoAll })
  }

  /** Closes the dialogs first: the focus returns to the entry, and moves on when the entry is removed. */
  function finish({ whom, name, onRemove }: RemovalTarget) {
    flushSync(() => {
      setPendingRemoval((current) => (current === pendingRemoval ? undefined : current))
      onRemove?.()
    })
    if (whom) queueMicrotask(() => removeFromList(whom, name))
  }

  async function remove(leaver: RemovalTarget) {
    const costs = source.find(trip.id, 'costs')?.getSnapshot()?.value
    const { whom, name } = leaver
    const balance = whom ? await findBalance(costs, { personId: whom.personId, name }) : ''
    if (leaver.userId !== undefined || balance) setPendingRemoval({ ...leaver, balance })
    else finish(leaver)
  }

  const element = (
    <>
      <Suspense>
        {pendingRemoval?.userId !== undefined && (
          <AccessDialog
            tripId={trip.id}
            {...pendingRemoval}
            userId={pendingRemoval.userId}
            onRemoved={() => finish(pendingRemoval)}
            onClose={() => setPendingRemoval(undefined)}
          />
        )}
        {pendingRemoval && pendingRemoval.userId === undefined && (
          <AskDialog
            title={m.group_remove_from_trip_title({ name: pendingRemoval.name })}
            description={pendingRemoval.balance}
            act={m.group_remove_from_trip()}
            onAct={() => finish(pendingRemoval)}
            onClose={() => setPendingRemoval(undefined)}
          />
        )}
      </Suspense>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </>
  )
  return { remove, element }
}

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

interface AccessDialogProps extends Pick<RemovalTarget, 'name' | 'whom' | 'isClaimant'> {
  tripId: string
  userId: string
  /** What they owe or are owed, as a sentence; '' for nothing. */
  balance: string
  onRemoved: () => void
  onClose: () => void
}

function AccessDialog(props: AccessDialogProps) {
  const { tripId, name, userId, whom, isClaimant, balance, onRemoved, onClose } = props
  const isOnline = useIsOnline()
  const { send, isPending, error } = useRemovingAccess(tripId)
  const act = whom ? m.group_remove_from_trip() : m.group_remove_access()
  return (
    <AskDialog
      title={whom ? m.group_remove_from_trip_title({ name }) : m.group_remove_access_title({ name })}
      description={
        whom
          ? [m.group_remove_from_trip_what(), balance].filter(Boolean).join(' ')
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
