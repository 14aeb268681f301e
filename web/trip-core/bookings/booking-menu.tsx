import { EllipsisVertical, Paperclip, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { TravelDocument } from '#domain/documents.ts'
import type { Booking } from '#domain/plan/booking.ts'
import * as m from '#messages'
import { hasShareSheet, share } from '#web/browser/share-sheet.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MenuOnPress } from '#web/ui/loading/menu-on-press.tsx'
import type { Undo } from '#web/ui/undo-bar.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { BookingAttach } from './booking-attach.tsx'
import { documentName, type EditFiles, withFile } from './booking-files.tsx'
import type { BookingNames } from './booking-names.ts'

interface BookingMenuProps {
  title: string
  booking: Pick<Booking, 'files' | 'passengers'>
  documents: readonly TravelDocument[]
  names: BookingNames
  /** Undefined for people who may not. */
  editFiles: EditFiles
  /** The booking as a text to send; undefined if there is nothing to send. `label`: 'Share ticket'. */
  sharing: { label: string; textOf: () => string } | undefined
  offerUndo: (undo: Undo) => void
}

/** What people rarely do with a booking; nothing where they can do nothing. */
export function BookingMenu({ title, booking, documents, names, editFiles, sharing, offerUndo }: BookingMenuProps) {
  const [isAttaching, setAttaching] = useState(false)
  const { state, copy } = useCopy()
  const attached = new Set(booking.files.map(({ id }) => id))
  const others = editFiles ? documents.filter(({ id }) => !attached.has(id)) : []

  async function send(textOf: () => string) {
    const text = textOf()
    if (!hasShareSheet() || (await share({ title, text })) === 'refused') await copy(text)
  }

  const items = [
    ...(sharing ? [{ label: sharing.label, icon: Share2, onSelect: () => void send(sharing.textOf) }] : []),
    ...(others.length > 0 ? [{ label: m.passes_attach(), icon: Paperclip, onSelect: () => setAttaching(true) }] : []),
  ]
  if (items.length === 0) return null
  return (
    <div className="-mt-1.5 -mr-2 flex shrink-0 items-center gap-1 print:hidden">
      {sharing && (
        <span role="status" className={`text-sm font-semibold ${state === 'failed' ? 'text-danger' : 'text-good'}`}>
          {state === 'copied' && m.common_copied()}
          {state === 'failed' && m.passes_share_failed()}
        </span>
      )}
      <MenuOnPress
        trigger={
          <IconButton icon={EllipsisVertical} label={m.passes_actions({ title })} title={m.passes_actions({ title })} />
        }
        items={items}
      />
      {isAttaching && (
        <BookingAttach
          documents={others}
          passengers={booking.passengers}
          names={names}
          onClose={() => setAttaching(false)}
          onAttach={(file, document) => {
            setAttaching(false)
            const undo = editFiles?.((files) => withFile(files, file))
            if (undo) offerUndo({ text: m.passes_attached({ file: documentName(document) }), undo })
          }}
        />
      )}
    </div>
  )
}
