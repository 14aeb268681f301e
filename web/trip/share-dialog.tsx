import { Check, Copy, Eye, type LucideIcon, RefreshCw, Share2, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { shareLink } from '#domain/api/sharing.ts'
import { type Trip, tripTypeLabels } from '#domain/trip.ts'
import { useSharing } from '#web/data/trips/sharing.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { fieldLook } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useCopy } from '#web/ui/use-copy.ts'

/** Who may read the trip, and the link with which they do. */
export function ShareDialog({ trip, destination, onClose }: { trip: Trip; destination: string; onClose: () => void }) {
  const { current, error, isBusy, setPublic, replaceLink, retry } = useSharing(trip.id)
  const footer = (
    <div className="flex justify-end">
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </div>
  )
  return (
    <Modal open onClose={onClose} title="Share Trip" footer={footer}>
      <div className="grid gap-4">
        <div>
          <p className="sign text-lg">{trip.name}</p>
          <p className="text-muted">
            {tripTypeLabels[trip.type]} · {destination || 'No destination set'}
          </p>
        </div>
        {error !== undefined && (
          <ErrorBox message={error}>
            {!current && (
              <Button variant="quiet" busy={isBusy} onClick={retry}>
                Try again
              </Button>
            )}
          </ErrorBox>
        )}
        {!current && error === undefined && <Loading text="Loading share link..." />}
        {current && (
          <>
            <Switch checked={current.is_public} busy={isBusy} onChange={setPublic}>
              {current.is_public ? (
                <>
                  <strong>Public Trip:</strong> Anyone with the link can access
                </>
              ) : (
                <>
                  <strong>Private Trip:</strong> Only people with the share link can access
                </>
              )}
            </Switch>
            <ShareLink
              link={shareLink(location.origin, trip.id, current.share_token)}
              name={trip.name}
              onReplace={replaceLink}
              isBusy={isBusy}
              isPublic={current.is_public}
            />
            <Note icon={Eye} title="View-Only Access">
              People with the link can read all of the trip, and change nothing.
              {trip.owner_id === null && ' This trip belongs to nobody: everybody who is signed in can edit it.'}
            </Note>
            <Note icon={ShieldCheck} title="Secure Sharing">
              {current.is_public
                ? 'Once the trip is private again, only its newest link opens it.'
                : 'The link holds a key that nobody can guess. A new link takes the old one’s place at once.'}
            </Note>
          </>
        )}
      </div>
    </Modal>
  )
}

interface ShareLinkProps {
  link: string
  name: string
  isPublic: boolean
  isBusy: boolean
  onReplace: () => void
}

/** The link to copy, to hand on by the phone's own means, or to scan from the screen. */
function ShareLink({ link, name, isPublic, isBusy, onReplace }: ShareLinkProps) {
  const { state, copy } = useCopy()
  const [replaced, setReplaced] = useState<string>()
  const isCopied = state === 'copied'
  return (
    <div className="grid gap-3 sm:grid-cols-[1fr_13.25rem] sm:gap-x-4">
      <div className="grid content-start gap-3">
        <label className="grid gap-1.5">
          <span className="text-sm font-semibold">Share link</span>
          <span className="flex gap-1">
            <input
              readOnly
              value={link}
              onFocus={({ target }) => target.select()}
              className={`${fieldLook} min-w-0 grow text-ellipsis`}
            />
            <IconButton
              icon={isCopied ? Check : Copy}
              label="Copy share link"
              title="Copy share link"
              onClick={() => void copy(link)}
            />
          </span>
        </label>
        <div className="grid gap-2">
          <Button onClick={() => void copy(link)}>
            {isCopied ? <Check aria-hidden="true" className="size-5" /> : <Copy aria-hidden="true" className="size-5" />}
            {isCopied ? 'Link Copied!' : 'Copy Link'}
          </Button>
          {'share' in navigator && (
            <Button variant="quiet" onClick={() => void handOn(link, name)}>
              <Share2 aria-hidden="true" className="size-5" />
              Send Link
            </Button>
          )}
          <Button
            variant="quiet"
            busy={isBusy}
            onClick={() => {
              setReplaced(link)
              onReplace()
            }}
          >
            <RefreshCw aria-hidden="true" className="size-5" />
            Generate New Link
          </Button>
        </div>
        <p role="status" className={`text-sm ${state === 'failed' ? 'text-danger' : 'text-muted'}`}>
          {statusOf({ state, isReplaced: replaced !== undefined && replaced !== link, isPublic })}
        </p>
      </div>
      <figure className="mx-auto w-53">
        <QrCode text={link} label={`QR code of the link to ${name}`} />
        <figcaption className="mt-1 text-center text-sm text-muted">Scan to open</figcaption>
      </figure>
    </div>
  )
}

function statusOf({ state, isReplaced, isPublic }: { state: string; isReplaced: boolean; isPublic: boolean }): string {
  if (state === 'copied') return 'Link copied.'
  if (state === 'failed') return 'The browser did not copy the link. Please select it and copy it by hand.'
  if (!isReplaced) return ''
  return isPublic ? 'This is a new link.' : 'This is a new link. The old one no longer opens the trip.'
}

/** Opens the device's own way of sending something. Who closes it again has changed their mind. */
async function handOn(url: string, title: string): Promise<void> {
  await navigator.share({ title, url }).catch(() => {})
}

function Note({ icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <Notice icon={icon}>
      <p className="font-semibold">{title}</p>
      <p>{children}</p>
    </Notice>
  )
}
