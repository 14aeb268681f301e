import {
  Archive,
  ArchiveRestore,
  Bell,
  CalendarPlus,
  CalendarRange,
  CopyPlus,
  Crown,
  Files,
  History,
  Image,
  ListTodo,
  LogOut,
  Pencil,
  Printer,
  Trash2,
} from 'lucide-react'
import { type ComponentProps, type ReactElement, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'wouter'
import { canBeTold, canCopyTrip, canManageFiles, canRenameTrip, canSetPicture, ownsTrip } from '#domain/access.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useUser } from '#web/data/session/use-session.ts'
import { useUnreadNotices } from '#web/data/trips/notices.ts'
import { useArchiving } from '#web/data/trips/trip-life.ts'
import { useTrips } from '#web/data/trips/trips.ts'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { FilesDialog } from './files-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { TransferOwnershipDialog } from './transfer-ownership-dialog.tsx'

const dialogs = {
  rename: RenameDialog,
  picture: PictureDialog,
  files: FilesDialog,
  copy: CopyDialog,
  transferOwnership: TransferOwnershipDialog,
  leave: LeaveDialog,
  delete: DeleteDialog,
}

interface TripMenuProps {
  trip: Trip
  trigger: ReactElement<ComponentProps<'button'>>
  onHistory?: (() => void) | undefined
  onCalendar?: (() => void) | undefined
}

export function TripMenu({ trip, trigger, onHistory, onCalendar }: TripMenuProps) {
  const user = useUser()
  const [, navigate] = useLocation()
  const isOfName = onHistory !== undefined
  const [openDialog, setOpenDialog] = useState<keyof typeof dialogs>()
  const unread = useUnreadNotices(isOfName && canBeTold(user, trip) ? trip.id : undefined)
  const { trips } = useTrips()
  const [archived, setArchived] = useState<Undo>()
  const isArchived = trips?.find(({ id }) => id === trip.id)?.is_archived ?? false
  const archiving = useArchiving(trip.id, isArchived, (is_archived) => {
    const undo = () => archiving.send(!is_archived)
    // On the trip list the trip visibly moves, so no message is needed.
    if (isOfName) setArchived({ text: is_archived ? m.trips_archived() : m.trips_unarchived(), undo })
  })
  const OpenDialog = openDialog && dialogs[openDialog]
  const items: MenuItem[] = []
  if (isOfName)
    items.push({ label: m.timeline_title(), icon: CalendarRange, onSelect: () => navigate(`/trip/${trip.id}/days`) })
  if (onCalendar) items.push({ label: m.calendar_menu(), icon: CalendarPlus, onSelect: onCalendar })
  if (isOfName)
    items.push({ label: m.print_title(), icon: Printer, onSelect: () => navigate(`/trip/${trip.id}/print`) })
  if (isOfName)
    items.push({ label: m.before_title(), icon: ListTodo, onSelect: () => navigate(`/trip/${trip.id}/before`) })
  if (isOfName && canBeTold(user, trip))
    items.push({
      label: m.notices_menu({ count: unread }),
      icon: Bell,
      onSelect: () => navigate(`/trip/${trip.id}/news`),
    })
  if (onHistory) items.push({ label: m.common_history(), icon: History, onSelect: onHistory })
  if (canRenameTrip(trip))
    items.push({ label: m.trips_menu_rename(), icon: Pencil, onSelect: () => setOpenDialog('rename') })
  if (canSetPicture(user, trip))
    items.push({ label: m.pictures_change(), icon: Image, onSelect: () => setOpenDialog('picture') })
  if (canManageFiles(trip)) items.push({ label: m.files_menu(), icon: Files, onSelect: () => setOpenDialog('files') })
  if (canCopyTrip(user, trip))
    items.push({ label: m.trips_menu_duplicate(), icon: CopyPlus, onSelect: () => setOpenDialog('copy') })
  items.push(
    isArchived
      ? { label: m.trips_menu_unarchive(), icon: ArchiveRestore, onSelect: () => archiving.send(false) }
      : { label: m.trips_menu_archive(), icon: Archive, onSelect: () => archiving.send(true) },
  )
  if (ownsTrip(trip)) {
    items.push({ label: m.trips_menu_transfer(), icon: Crown, onSelect: () => setOpenDialog('transferOwnership') })
    items.push({ label: m.common_delete(), icon: Trash2, tone: 'danger', onSelect: () => setOpenDialog('delete') })
  } else if (trip.role !== 'everybody') {
    items.push({ label: m.trips_menu_leave(), icon: LogOut, tone: 'danger', onSelect: () => setOpenDialog('leave') })
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
      {OpenDialog && <OpenDialog trip={trip} onClose={() => setOpenDialog(undefined)} />}
      {archiving.error !== undefined && (
        <Modal
          open
          onClose={archiving.reset}
          title={isArchived ? m.trips_menu_unarchive() : m.trips_menu_archive()}
          closeLabel={m.common_close()}
        >
          <ErrorBox message={archiving.error} />
        </Modal>
      )}
      {/* Outside of the header, whose own status region reports saving. */}
      {isOfName && createPortal(<UndoBar offer={archived} onGone={() => setArchived(undefined)} />, document.body)}
    </>
  )
}
