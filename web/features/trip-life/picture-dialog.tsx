import { CloudOff } from 'lucide-react'
import { useState } from 'react'
import { type TravelDocument, typeOfExtension } from '#domain/documents.ts'
import * as m from '#messages'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { usePictureChange } from '#web/data/trips/trip-picture.ts'
import { useDocuments } from '#web/data/trips/use-documents.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { TripDialogProps } from './dialog.ts'

const isPhoto = ({ file_type }: TravelDocument) => typeOfExtension(file_type)?.startsWith('image/')

/** Chooses a trip's picture: a photo of this device, one of the trip's documents, or the drawing. */
export function PictureDialog({ trip, onClose }: TripDialogProps) {
  const photos = useDocuments(trip.id)?.list.filter(isPhoto) ?? []
  const isOnline = useIsOnline()
  const { send, isPending, error } = usePictureChange(trip.id, onClose)
  const drawing = trip.picture !== null && (
    <div className="flex justify-end">
      <Button variant="quiet" busy={isPending} onClick={() => send('drawing')}>
        {m.pictures_use_drawing()}
      </Button>
    </div>
  )
  return (
    <Modal
      open
      onClose={onClose}
      title={m.pictures_title()}
      description={m.pictures_for_everybody()}
      closeLabel={m.common_close()}
      footer={isOnline && drawing}
    >
      <div className="grid grid-cols-1 gap-4">
        {error !== undefined && <ErrorBox message={error} />}
        {isOnline ? (
          <>
            <FileDrop
              label={isPending ? m.common_saving() : m.pictures_choose()}
              hint={m.pictures_choose_hint()}
              accept="image/*"
              isSingle
              busy={isPending}
              onFiles={([photo]) => photo && send(photo)}
            />
            {photos.length > 0 && (
              <section className="grid grid-cols-1 gap-2">
                <h3 className="text-base">{m.pictures_documents()}</h3>
                <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2">
                  {photos.map((photo) => (
                    <DocumentPhoto key={photo.id} photo={photo} onChoose={isPending ? undefined : () => send(photo)} />
                  ))}
                </ul>
              </section>
            )}
          </>
        ) : (
          <Notice icon={CloudOff}>{m.pictures_offline()}</Notice>
        )}
      </div>
    </Modal>
  )
}

interface DocumentPhotoProps {
  photo: TravelDocument
  /** Undefined while a choice is being saved. */
  onChoose: (() => void) | undefined
}

function DocumentPhoto({ photo: { file_name, file_url }, onChoose }: DocumentPhotoProps) {
  const [isShown, setShown] = useState(true)
  return (
    <li className="max-w-none">
      <button
        type="button"
        aria-label={m.pictures_use_document({ name: file_name })}
        aria-disabled={onChoose === undefined || undefined}
        onClick={onChoose}
        className="grid h-20 w-full place-items-center overflow-hidden rounded-md border border-edge bg-raised transition-colors hover:border-action aria-disabled:opacity-60"
      >
        {isShown ? (
          <img
            src={file_url}
            alt=""
            loading="lazy"
            onError={() => setShown(false)}
            className="size-full object-cover object-[50%_40%]"
          />
        ) : (
          <span className="p-2 text-sm wrap-anywhere">{file_name}</span>
        )}
      </button>
    </li>
  )
}
