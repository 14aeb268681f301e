import { Eye, type LucideIcon, RefreshCw, ShieldCheck } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { shareLink } from '#domain/api/sharing.ts'
import { type Trip, tripTypeLabels } from '#domain/trip.ts'
import { useSharing } from '#web/data/trips/sharing.ts'
import { page } from '#web/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { LinkToShare } from '#web/ui/link-to-share.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'

const AskDialog = page(() => import('#web/ui/ask-dialog.tsx').then((module) => module.AskDialog))

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
    <Modal open onClose={onClose} title="Share Trip" footer={footer} isWide>
      <div className="grid gap-3">
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
            <div className="grid gap-3 sm:grid-cols-2">
              <Note icon={Eye} title="View-Only Access">
                People with the link can read the whole trip but can’t change anything.
                {trip.owner_id === null && ' This trip has no owner, so everyone who is signed in can edit it.'}
              </Note>
              <Note icon={ShieldCheck} title="Secure Sharing">
                {current.is_public
                  ? 'Once the trip is private again, only the newest link opens it.'
                  : 'The link contains a secret key. A new link replaces the old one immediately.'}
              </Note>
            </div>
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

function ShareLink({ link, name, isPublic, isBusy, onReplace }: ShareLinkProps) {
  const [replaced, setReplaced] = useState<string>()
  const [isConfirming, setIsConfirming] = useState(false)
  useEffect(() => void AskDialog.load(), [])
  const isReplaced = replaced !== undefined && replaced !== link
  return (
    <LinkToShare
      link={link}
      label="Share link"
      name={name}
      news={isReplaced ? `This is a new link.${isPublic ? '' : ' The old one no longer opens the trip.'}` : ''}
    >
      <Button variant="quiet" busy={isBusy} onClick={() => setIsConfirming(true)}>
        <RefreshCw aria-hidden="true" className="size-5" />
        Generate New Link
      </Button>
      <Suspense>
        {isConfirming && (
          <AskDialog
            title="Generate a new link?"
            description={
              isPublic
                ? 'The current link stops working once the trip is private.'
                : 'The current link stops working. People who have it need the new one.'
            }
            act="Replace the link"
            onAct={() => {
              setReplaced(link)
              onReplace()
              setIsConfirming(false)
            }}
            onClose={() => setIsConfirming(false)}
          />
        )}
      </Suspense>
    </LinkToShare>
  )
}

function Note({ icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <Notice icon={icon}>
      <p className="font-semibold">{title}</p>
      <p>{children}</p>
    </Notice>
  )
}
