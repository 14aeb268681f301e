import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { IconButton } from '#web/ui/icon-button.tsx'
import { importWithRetry, prefetch } from '#web/ui/loading/import-with-retry.ts'

const load = () => import('./picture-dialog.tsx')
const PictureDialog = lazy(async () => ({ default: (await importWithRetry(load)).PictureDialog }))

/** Opens the choice of a trip's picture. Its code loads when somebody reaches for the button. */
export function PictureButton({ trip }: { trip: Trip }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={Pencil}
        label={m.pictures_change()}
        title={m.pictures_change()}
        className="absolute top-3 right-3 rounded-full! border border-edge bg-raised"
        onPointerEnter={() => prefetch(load)}
        onClick={() => setOpen(true)}
      />
      <Suspense>{isOpen && <PictureDialog trip={trip} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
