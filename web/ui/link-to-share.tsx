import { Check, Copy, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import * as m from '#messages'
import { hasShareSheet, share } from '#web/browser/share-sheet.ts'
import { Button } from './button.tsx'
import { fieldLook } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { QrCode } from './qr-code.tsx'
import { useCopy } from './use-copy.ts'

interface LinkToShareProps {
  link: string
  label: string
  name: string
  /** A status message, shown while there is none about copying. */
  news?: string
  /** Shown below the buttons. */
  note?: ReactNode
  /** More buttons. */
  children?: ReactNode
  /** Shows the code large, for people who scan it from this screen, with this below it. */
  scanNote?: ReactNode
}

/** A link to copy, to send with the device's share sheet, or to scan from the screen. */
export function LinkToShare({ link, label, name, news = '', note, children, scanNote }: LinkToShareProps) {
  const { state, copy } = useCopy()
  const isToScan = scanNote !== undefined
  const isCopied = state === 'copied'
  const copyLabel = m.common_link_copy_label({ label: label.toLowerCase() })
  const code = (
    <figure className={`mx-auto sm:col-start-2 sm:row-span-2 sm:row-start-1 max-w-full ${isToScan ? 'w-88' : 'w-53'}`}>
      <QrCode text={link} label={m.common_link_qr_label({ name })} />
      <figcaption className="mt-1 text-center text-sm text-muted">{m.common_link_scan()}</figcaption>
      {scanNote}
    </figure>
  )
  return (
    <div
      className={`grid grid-cols-1 gap-3 sm:grid-rows-[auto_1fr] sm:gap-x-4 ${isToScan ? 'sm:grid-cols-[1fr_min(50%,22rem)]' : 'sm:grid-cols-[1fr_13.25rem]'}`}
    >
      <div className="grid content-start gap-3">
        <label className="grid gap-1.5">
          <span className="text-sm font-semibold">{label}</span>
          <span className="flex gap-1">
            <input
              readOnly
              value={link}
              onFocus={({ target }) => target.select()}
              className={`${fieldLook} min-w-0 grow text-ellipsis`}
            />
            {!isToScan && (
              <IconButton
                icon={isCopied ? Check : Copy}
                label={copyLabel}
                title={copyLabel}
                onClick={() => void copy(link)}
              />
            )}
          </span>
        </label>
        <div className="grid gap-2">
          <Button autoFocus={isToScan} onClick={() => void copy(link)}>
            {isCopied ? (
              <Check aria-hidden="true" className="size-5" />
            ) : (
              <Copy aria-hidden="true" className="size-5" />
            )}
            {isCopied ? m.common_link_copied() : m.common_copy_link()}
          </Button>
          {hasShareSheet() && (
            <Button variant="quiet" onClick={() => void share({ title: name, url: link })}>
              <Share2 aria-hidden="true" className="size-5" />
              {m.common_link_send()}
            </Button>
          )}
          {children}
        </div>
        <p role="status" className={`text-sm ${state === 'failed' ? 'text-danger' : 'text-muted'}`}>
          {state === 'copied' && m.common_link_copied_status()}
          {state === 'failed' && m.common_link_not_copied()}
          {state === 'idle' && news}
        </p>
      </div>
      {isToScan && code}
      {note && <div className="grid content-start gap-3">{note}</div>}
      {!isToScan && code}
    </div>
  )
}
