import { Undo2, X } from 'lucide-react'
import { RESTORE_DAYS } from '#domain/trip.ts'
import * as m from '#messages'
import { useDeleted, useJustDeleted } from '#web/data/trips/trip-life.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Says that a trip was deleted and offers to restore it. Render it in a live region. */
export function JustDeleted({ id, name }: { id: string; name: string }) {
  const { send, isPending, error } = useDeleted(id)
  const { dismiss } = useJustDeleted()
  const actions = (
    <div className="flex items-center gap-1">
      <Button variant="quiet" className="text-sm" busy={isPending} onClick={() => send('bring back')}>
        <Undo2 aria-hidden="true" className="size-4" />
        {m.trips_deleted_restore()}
      </Button>
      <IconButton icon={X} label={m.common_dismiss()} title={m.common_dismiss()} onClick={dismiss} />
    </div>
  )
  return (
    <div className="mb-5 grid gap-2">
      <Notice action={actions}>{m.trips_deleted({ name, days: RESTORE_DAYS })}</Notice>
      {error !== undefined && <ErrorBox message={error} />}
    </div>
  )
}
