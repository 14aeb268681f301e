import { Archive, ArchiveRestore, CopyPlus, Crown, LogOut, Pencil, Trash2 } from 'lucide-react'
import { type ComponentProps, type ReactElement, useState } from 'react'
import { createPortal } from 'react-dom'
import { canCopyTrip, canRenameTrip, ownsTrip } from '#domain/access.ts'
import type { Trip } from '#domain/trip.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { useArchiving } from '#web/data/trips/trip-life.ts'
import { useTrips } from '#web/data/trips/trips.ts'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { TransferOwnershipDialog } from './transfer-ownership-dialog.tsx'

const dialogs = {
  rename: RenameDialog,
  copy: CopyDialog,
  transferOwnership: TransferOwnershipDialog,
  leave: LeaveDialog,
  delete: DeleteDialog,
}

interface TripMenuProps {
  trip: Trip
  trigger: ReactElement<ComponentProps<'button'>>
  isOfName?: boolean
}

/** What a person can do about a trip as a whole, and the dialogs in which they do it. */
export function TripMenu({ trip, trigger, isOfName = false }: TripMenuProps) {
  const user = useUser()
  const [asked, setAsked] = useState<keyof typeof dialogs>()
  const { trips } = useTrips()
  const [archived, setArchived] = useState<Undo>()
  const archiving = useArchiving(trip.id, (is_archived) => {
    const undo = () => archiving.send(!is_archived)
    // From the list one sees where it goes.
    if (isOfName) setArchived({ text: is_archived ? 'Moved to Archived' : 'Moved back to your trips', undo })
  })
  const Asked = asked && dialogs[asked]
  const items: MenuItem[] = []
  if (canRenameTrip(trip)) items.push({ label: 'Rename', icon: Pencil, onSelect: () => setAsked('rename') })
  if (canCopyTrip(user, trip)) items.push({ label: 'Duplicate', icon: CopyPlus, onSelect: () => setAsked('copy') })
  items.push(
    trips?.find(({ id }) => id === trip.id)?.is_archived
      ? { label: 'Back from the archive', icon: ArchiveRestore, onSelect: () => archiving.send(false) }
      : { label: 'Archive', icon: Archive, onSelect: () => archiving.send(true) },
  )
  if (ownsTrip(trip)) {
    items.push({ label: 'Hand over', icon: Crown, onSelect: () => setAsked('transferOwnership') })
    items.push({ label: 'Delete', icon: Trash2, tone: 'danger', onSelect: () => setAsked('delete') })
  } else if (trip.role !== 'everybody') {
    items.push({ label: 'Leave', icon: LogOut, tone: 'danger', onSelect: () => setAsked('leave') })
  }
  return (
    <>
      <Menu
        trigger={trigger}
        header={isOfName ? <p className="max-w-80 font-semibold wrap-anywhere">{trip.name}</p> : undefined}
        items={items}
        align={isOfName ? 'start' : 'end'}
        defaultOpen
      />
      {Asked && <Asked trip={trip} onClose={() => setAsked(undefined)} />}
      {archiving.error !== undefined && (
        <Modal open onClose={archiving.reset} title="Archive" closeLabel="Close">
          <ErrorBox message={archiving.error} />
        </Modal>
      )}
      {/* Outside the header, whose own status says whether all is saved. */}
      {isOfName && createPortal(<UndoBar offer={archived} onGone={() => setArchived(undefined)} />, document.body)}
    </>
  )
}
