import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Trip } from '#domain/trip.ts'
import { useIsOnline } from '#web/data/http/use-is-online.ts'
import { removePerson, type Whom } from '#web/data/trips/parties.ts'
import { useRemovingAccess } from '#web/data/trips/people.ts'
import { useEmptyingPrivate } from '#web/data/trips/private.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { page } from '#web/page.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'

const AskDialog = page(() => import('#web/ui/ask-dialog.tsx').then((module) => module.AskDialog))

/** Somebody who is to be removed. */
export interface Leaver {
  name: string
  /** Whose access is removed, which needs a connection; absent for those who have none. */
  userId?: string | undefined
  /** Which entry is taken off the list; absent if they stay on it. */
  whom?: Whom | undefined
  /** Whether they only claim to be somebody on the list, and are not on it themselves. */
  isClaimant?: boolean | undefined
  /** Closes the dialog in which it was asked for, if it was in one. */
  onRemove?: () => void
}

/** Removes people: their access after a question, those without access at once, since that can be undone. */
export function useRemoval(trip: Trip): { remove: (leaver: Leaver) => void; element: ReactNode } {
  const edit = useSection(trip.id, 'people')?.edit
  const emptyPrivate = useEmptyingPrivate(trip)
  const [asked, setAsked] = useState<Leaver>()
  const [undo, setUndo] = useState<Undo>()
  useEffect(() => void AskDialog.load(), [])

  function removeFromList(whom: Whom, name: string) {
    let wasListed = false
    const undoRemoval = edit?.((parties) => {
      wasListed = parties.some(
        ({ id, persons }) => id === whom.partyId && persons.some((one) => one.id === whom.personId),
      )
      return removePerson(parties, whom)
    }, 'at-once')
    // What is private of them goes too, as far as it is visible to the person who removes them.
    const backs = [emptyPrivate(whom), undoRemoval]
    const undoAll = () => {
      for (const back of backs) back?.()
    }
    if (wasListed) setUndo({ text: `Removed ${name} from the list`, undo: undoAll })
  }

  /** The dialogs close first: focus returns to the entry, and moves on to the next one when the entry goes. */
  function finish({ whom, name, onRemove }: Leaver) {
    flushSync(() => {
      setAsked((current) => (current === asked ? undefined : current))
      onRemove?.()
    })
    if (whom) queueMicrotask(() => removeFromList(whom, name))
  }

  function remove(leaver: Leaver) {
    if (leaver.userId !== undefined) setAsked(leaver)
    else finish(leaver)
  }

  const element = (
    <>
      <Suspense>
        {asked?.userId !== undefined && (
          <AccessDialog
            tripId={trip.id}
            name={asked.name}
            whom={asked.whom}
            isClaimant={asked.isClaimant}
            userId={asked.userId}
            onRemoved={() => finish(asked)}
            onClose={() => setAsked(undefined)}
          />
        )}
      </Suspense>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </>
  )
  return { remove, element }
}

interface AccessDialogProps extends Pick<Leaver, 'name' | 'whom' | 'isClaimant'> {
  tripId: string
  userId: string
  onRemoved: () => void
  onClose: () => void
}

/** Says what removing somebody means, and does it. */
function AccessDialog({ tripId, name, userId, whom, isClaimant, onRemoved, onClose }: AccessDialogProps) {
  const isOnline = useIsOnline()
  const { send, isPending, error } = useRemovingAccess(tripId)
  const rest = 'what they added to the plan stays, and an invitation that is still open lets them back in.'
  const act = whom ? 'Remove from the trip' : 'Remove access'
  return (
    <AskDialog
      title={whom ? `Remove ${name} from the trip?` : `Remove access for ${name}?`}
      description={
        whom
          ? `They are removed from the list of people and can no longer open the trip; ${rest}`
          : isClaimant
            ? `They can no longer open the trip. The list of people stays as it is; ${rest}`
            : `They stay on the list of people but can no longer open the trip; ${rest}`
      }
      act={isPending ? 'Removing...' : act}
      isBusy={isPending}
      error={isOnline ? error : 'You’re offline. Connect to the internet to remove a person’s access.'}
      onAct={() => send({ userId, onRemoved })}
      onClose={onClose}
    />
  )
}
