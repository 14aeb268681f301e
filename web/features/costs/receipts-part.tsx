import { CircleAlert, FileImage, FileText, Trash2, Undo2, Upload, X } from 'lucide-react'
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { canAddReceipt } from '#domain/access.ts'
import { receiptPath } from '#domain/api/receipts.ts'
import { fileType } from '#domain/documents.ts'
import type { Receipt } from '#domain/plan/costs.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { acceptedReceipts } from '#web/data/receipts/accepted-receipts.ts'
import { type ReceiptUpload, ReceiptUploads, receiptTransport } from '#web/data/receipts/receipt-uploads.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TrailProgress } from '#web/ui/trail-progress.tsx'

/** Chosen files that are no receipts of the expense yet. */
export interface UnfinishedUploads {
  active: number
  failed: number
}

interface ReceiptsPartProps {
  trip: Trip
  expenseName: string
  receipts: Receipt[]
  /** Called with each change; undefined where the receipts are read-only. */
  onChange: ((receipts: Receipt[]) => void) | undefined
  /** Called when uploads begin, end and fail. */
  onUploads?: (unfinished: UnfinishedUploads) => void
}

/** A receipt that was just removed, and its place in the list. */
interface Removed {
  receipt: Receipt
  at: number
}

/** The receipts of an expense: to look at, and to add and remove if the person may change the expense. */
export function ReceiptsPart({ trip, expenseName, receipts, onChange, onUploads }: ReceiptsPartProps) {
  const { user } = useSession()
  const [removed, setRemoved] = useState<Removed>()
  const label = expenseName ? m.receipts_label_of({ expense: expenseName }) : m.receipts_label()

  function remove(receipt: Receipt) {
    setRemoved({ receipt, at: receipts.indexOf(receipt) })
    onChange?.(receipts.filter(({ id }) => id !== receipt.id))
  }

  function putBack({ receipt, at }: Removed) {
    setRemoved(undefined)
    if (!receipts.some(({ id }) => id === receipt.id)) onChange?.(receipts.toSpliced(at, 0, receipt))
  }

  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="font-semibold">{m.receipts_label()}</p>
      {receipts.length > 0 && (
        <ul aria-label={label} className="grid grid-cols-1 gap-2">
          {receipts.map((receipt) => (
            <ReceiptRow
              key={receipt.id}
              receipt={receipt}
              address={receiptPath(trip.id, receipt.id)}
              onRemove={onChange && (() => remove(receipt))}
            />
          ))}
        </ul>
      )}
      <div role="status" className="empty:hidden">
        {removed && <RemovedRow removed={removed.receipt} onUndo={() => putBack(removed)} />}
      </div>
      {onChange && canAddReceipt(user, trip) && (
        <AddReceipts tripId={trip.id} receipts={receipts} onChange={onChange} onUploads={onUploads} />
      )}
    </div>
  )
}

interface ReceiptRowProps {
  receipt: Receipt
  address: string
  onRemove: (() => void) | undefined
}

/** A receipt. Pressing it anywhere opens it in a new tab. */
function ReceiptRow({ receipt: { file_name }, address, onRemove }: ReceiptRowProps) {
  return (
    <li className="relative flex max-w-none items-center gap-3 rounded-md border border-line bg-raised p-1 transition-colors has-[a:hover]:border-action">
      <Thumbnail fileName={file_name} address={address} />
      <a
        href={address}
        target="_blank"
        rel="noopener"
        aria-label={m.receipts_view_label({ name: file_name })}
        className="min-w-0 grow py-2 wrap-anywhere text-action after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-focus"
      >
        <span className="line-clamp-2">{file_name}</span>
      </a>
      {onRemove && (
        <IconButton
          icon={Trash2}
          label={m.receipts_remove_label({ name: file_name })}
          className="z-10"
          onClick={onRemove}
        />
      )}
    </li>
  )
}

function Thumbnail({ fileName, address }: { fileName: string; address: string }) {
  const [isShown, setShown] = useState(true)
  const isPdf = fileType(fileName) === 'pdf'
  const Icon = isPdf ? FileText : FileImage
  return (
    <span className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-sm bg-surface">
      {isPdf || !isShown ? (
        <Icon aria-hidden="true" className="size-7 text-accent" />
      ) : (
        // Without a network it may not be on this device.
        <img src={address} alt="" loading="lazy" onError={() => setShown(false)} className="size-full object-cover" />
      )}
    </span>
  )
}

function RemovedRow({ removed, onUndo }: { removed: Receipt; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null)
  // The button that removed it is gone, and the focus with it.
  useEffect(() => {
    if (removed) undo.current?.focus()
  }, [removed])
  return (
    <p className="flex max-w-none items-center justify-between gap-3 text-sm">
      <span className="min-w-0 wrap-anywhere">{m.receipts_removed({ name: removed.file_name })}</span>
      <Button ref={undo} variant="quiet" className="text-sm" onClick={onUndo}>
        <Undo2 aria-hidden="true" className="size-4 shrink-0" />
        {m.common_undo()}
      </Button>
    </p>
  )
}

interface AddReceiptsProps {
  tripId: string
  receipts: Receipt[]
  onChange: (receipts: Receipt[]) => void
  onUploads: ((unfinished: UnfinishedUploads) => void) | undefined
}

function AddReceipts({ tripId, receipts, onChange, onUploads }: AddReceiptsProps) {
  const hintId = useId()
  const isOnline = useIsOnline()
  const { store, uploads } = useUploads(tripId, { receipts, onChange })
  const failed = uploads.filter(({ state }) => state === 'failed').length
  const active = uploads.length - failed
  useEffect(() => {
    onUploads?.({ active, failed })
    return () => onUploads?.({ active: 0, failed: 0 })
  }, [onUploads, active, failed])
  return (
    <>
      {uploads.length > 0 && (
        <ul className="grid grid-cols-1 gap-3">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRetry={() => void store.retry(upload.id)}
              onCancel={() => store.cancel(upload.id)}
            />
          ))}
        </ul>
      )}
      <div className="relative grid justify-items-center gap-1 rounded-md border border-dashed border-edge bg-raised p-3 text-center transition-colors hover:border-action has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
        <label className="sign touch inline-flex items-center gap-2 text-action">
          <Upload aria-hidden="true" className="size-5 shrink-0" />
          {m.receipts_add()}
          <input
            type="file"
            multiple
            accept={acceptedReceipts()}
            aria-describedby={hintId}
            onChange={({ target }) => {
              void store.add([...(target.files ?? [])])
              // Reset, so that the same files can be chosen again.
              target.value = ''
            }}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </label>
        <p id={hintId} className="text-sm text-muted">
          {isOnline ? m.receipts_add_hint() : m.receipts_offline()}
        </p>
      </div>
    </>
  )
}

/** The uploads of an expense. Leaving it ends them. */
function useUploads(tripId: string, latest: Pick<AddReceiptsProps, 'receipts' | 'onChange'>) {
  const current = useRef(latest)
  useEffect(() => {
    current.current = latest
  })
  const [store] = useState(
    () =>
      new ReceiptUploads(receiptTransport(tripId), (receipt) => {
        const { receipts, onChange } = current.current
        // Two uploads may end before the next render.
        current.current = { onChange, receipts: [...receipts, receipt] }
        onChange(current.current.receipts)
      }),
  )
  useEffect(() => () => store.close(), [store])
  return { store, uploads: useSyncExternalStore(store.subscribe, store.getSnapshot) }
}

interface UploadRowProps {
  upload: ReceiptUpload
  onRetry: () => void
  onCancel: () => void
}

function UploadRow({ upload, onRetry, onCancel }: UploadRowProps) {
  const nameId = useId()
  const { name } = upload.file
  if (upload.state === 'failed')
    return (
      <li className="flex max-w-none flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <div role="alert" className="flex min-w-0 grow basis-60 items-start gap-2">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
          <p className="min-w-0 text-danger">
            {upload.message}{' '}
            <span id={nameId} className="block truncate text-sm text-muted">
              {name}
            </span>
          </p>
        </div>
        <Button variant="quiet" className="text-sm" aria-describedby={nameId} onClick={onCancel}>
          {m.common_dismiss()}
        </Button>
        {upload.canRetry && (
          <Button className="text-sm" aria-describedby={nameId} onClick={onRetry}>
            {m.common_retry()}
          </Button>
        )}
      </li>
    )
  return (
    <li className="flex max-w-none items-end gap-2">
      <div className="min-w-0 grow">
        <p className="mb-1 truncate text-sm">{name}</p>
        <TrailProgress
          percent={upload.state === 'sending' ? upload.percent : 0}
          label={m.receipts_upload_progress_label({ file: name })}
        />
      </div>
      <IconButton
        icon={X}
        label={m.receipts_upload_cancel_label({ file: name })}
        className="-mr-2 -mb-2.5"
        onClick={onCancel}
      />
    </li>
  )
}
