import { X } from 'lucide-react'
import { ownDescription } from '#domain/document-description.ts'
import type { TravelDocument } from '#domain/documents.ts'
import type { Booking, BookingFile } from '#domain/plan/booking.ts'
import * as m from '#messages'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Undo } from '#web/ui/undo-bar.tsx'
import { documentIcon } from '../document-icon.ts'
import type { BookingNames } from './booking-names.ts'

/** Changes the files of one booking at once, and returns the undo; undefined for people who may not. */
export type EditFiles = ((change: (files: readonly BookingFile[]) => BookingFile[]) => () => void) | undefined

/** What people call a document. */
export const documentName = (document: TravelDocument): string => ownDescription(document) ?? document.file_name

export const withFile = (files: readonly BookingFile[], added: BookingFile): BookingFile[] => [
  ...files.filter(({ id }) => id !== added.id),
  added,
]

const withoutFile = (files: readonly BookingFile[], id: string): BookingFile[] => files.filter((file) => file.id !== id)

interface BookingFilesProps {
  booking: Pick<Booking, 'files' | 'passengers'>
  /** All documents of the trip. Those that are gone are not shown. */
  documents: readonly TravelDocument[]
  names: BookingNames
  edit: EditFiles
  offerUndo: (undo: Undo) => void
}

/** The documents that belong to a booking. Each opens as in the list of documents; nothing if there are none. */
export function BookingFiles({ booking: { files, passengers }, documents, names, edit, offerUndo }: BookingFilesProps) {
  const shown = files.flatMap(({ id, passenger_id }) => {
    const document = documents.find((one) => one.id === id)
    const passenger = passengers.find((one) => one.id === passenger_id)
    return document ? [{ document, whose: passenger ? names.nameOf(passenger) : '' }] : []
  })
  if (shown.length === 0) return null

  function detach(document: TravelDocument) {
    const undo = edit?.((all) => withoutFile(all, document.id))
    if (undo) offerUndo({ text: m.passes_detached({ file: documentName(document) }), undo })
  }

  return (
    <ul aria-label={m.passes_files()} className="grid grid-cols-1">
      {shown.map(({ document, whose }) => {
        const [file, Icon] = [documentName(document), documentIcon(document)]
        return (
          <li key={document.id} className="flex max-w-none items-center gap-2">
            <a
              href={document.file_url}
              target="_blank"
              rel="noopener"
              className="touch flex min-w-0 grow items-center gap-2 rounded-md text-action underline underline-offset-4"
            >
              <Icon aria-hidden="true" className="size-5 shrink-0" />
              <span className="min-w-0 wrap-anywhere">{whose ? m.passes_file({ file, name: whose }) : file}</span>
            </a>
            {edit && (
              <IconButton
                icon={X}
                label={m.passes_detach({ file })}
                title={m.passes_detach({ file })}
                className="-mr-2 print:hidden"
                onClick={() => detach(document)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
