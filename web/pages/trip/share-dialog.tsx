import { Eye, FolderOpen, type LucideIcon, RefreshCw, ShieldCheck } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { canManagePeople, hasTickets } from '#domain/access.ts'
import { shareLink } from '#domain/api/sharing.ts'
import { isShownFile } from '#domain/documents.ts'
import { countStayNumbers } from '#domain/journeys/stays.ts'
import { documentsOf } from '#domain/plan/booking.ts'
import { countConfirmationNumbers } from '#domain/plan/tickets.ts'
import { type Trip, tripTypeLabel } from '#domain/trip.ts'
import * as m from '#messages'
import { useSharing } from '#web/data/trips/sharing.ts'
import { useDocuments } from '#web/data/trips/use-documents.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { INVITE_ANCHOR } from '#web/trip-core/invite-anchor.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { LinkToShare } from '#web/ui/link-to-share.tsx'
import { page } from '#web/ui/loading/page.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { rich } from '#web/ui/rich.ts'
import { Switch } from '#web/ui/switch.tsx'

const AskDialog = page(() => import('#web/ui/ask-dialog.tsx').then((module) => module.AskDialog))

export function ShareDialog({ trip, destination, onClose }: { trip: Trip; destination: string; onClose: () => void }) {
  const { current, error, isBusy, setPublic, replaceLink, setHidesDocuments, retry } = useSharing(trip.id)
  const hidesDocuments = current?.hides_documents === true
  const type = tripTypeLabel(trip.type)
  const footer = (
    <div className="flex justify-end">
      <Button variant="quiet" onClick={onClose}>
        {m.common_close()}
      </Button>
    </div>
  )
  return (
    <Modal open onClose={onClose} title={m.plan_share_title()} footer={footer} isWide>
      <div className="grid gap-3">
        <div>
          <p className="sign text-lg">{trip.name}</p>
          <p className="text-muted">
            {destination ? m.plan_share_trip_type({ type, destination }) : m.plan_share_trip_type_only({ type })}
          </p>
        </div>
        {error !== undefined && (
          <ErrorBox message={error}>
            {!current && (
              <Button variant="quiet" busy={isBusy} onClick={retry}>
                {m.common_retry()}
              </Button>
            )}
          </ErrorBox>
        )}
        {!current && error === undefined && <Loading text={m.plan_share_loading()} />}
        {current && (
          <>
            <Switch checked={current.is_public} busy={isBusy} onChange={setPublic}>
              {current.is_public
                ? rich(m.plan_share_public({ strong: (text) => <strong>{text}</strong> }))
                : rich(m.plan_share_private({ strong: (text) => <strong>{text}</strong> }))}
              <span className="block text-sm text-muted">
                {current.is_public ? m.plan_share_public_now() : m.plan_share_private_now()}
              </span>
            </Switch>
            <Note icon={Eye} title={m.plan_share_view_only_title()}>
              <p>{whatReadersMay(trip, hidesDocuments)}</p>
              {canManagePeople(trip) && <WhoEdits trip={trip} onClose={onClose} />}
            </Note>
            {hasTickets(trip) && (
              <Documents tripId={trip.id} isHidden={hidesDocuments} isBusy={isBusy} onHide={setHidesDocuments} />
            )}
            <ShareLink
              link={shareLink(location.origin, trip.id, current.share_token)}
              name={trip.name}
              onReplace={replaceLink}
              isBusy={isBusy}
              isPublic={current.is_public}
            />
          </>
        )}
      </div>
    </Modal>
  )
}

function whatReadersMay({ owner_id }: Trip, hidesDocuments: boolean): string {
  if (owner_id === null)
    return hidesDocuments ? m.plan_share_view_only_hiding_no_owner() : m.plan_share_view_only_what_no_owner()
  return hidesDocuments ? m.plan_share_view_only_hiding() : m.plan_share_view_only_what()
}

/** What can be pressed within a sentence: a finger's height, without moving the lines apart. */
const inText =
  'relative rounded-sm whitespace-nowrap text-action underline underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-3'

function WhoEdits({ trip, onClose }: { trip: Trip; onClose: () => void }) {
  return (
    <p>
      {trip.members_edit ? m.plan_share_who_edits_joined() : m.plan_share_who_edits_organizers()}{' '}
      <Link href={`/trip/${trip.id}/group${INVITE_ANCHOR}`} onClick={onClose} className={inText}>
        {m.plan_share_invite()}
      </Link>
    </p>
  )
}

interface DocumentsProps {
  tripId: string
  isHidden: boolean
  isBusy: boolean
  onHide: (hides: boolean) => void
}

/** What readers see of documents and confirmation numbers, if there are any or they are hidden. */
function Documents({ tripId, isHidden, isBusy, onHide }: DocumentsProps) {
  const tickets = useSection(tripId, 'tickets')?.value ?? []
  const stays = useSection(tripId, 'stays')?.value ?? []
  const list = useDocuments(tripId)?.list ?? []
  const ofBookings = documentsOf([...tickets, ...stays])
  const documents = list.filter((one) => isShownFile(one) && !ofBookings.has(one.id)).length
  const numbers = countConfirmationNumbers(tickets) + countStayNumbers(stays)
  if (!isHidden && documents + numbers === 0) return null
  return (
    <Notice icon={FolderOpen}>
      <p>
        <span aria-live="polite">
          {isHidden ? m.plan_share_documents_hidden() : whatReadersSee(documents, numbers)}
        </span>{' '}
        {/* Not disabled while it is busy: it would lose the focus. */}
        <button
          type="button"
          aria-disabled={isBusy || undefined}
          aria-busy={isBusy || undefined}
          onClick={() => isBusy || onHide(!isHidden)}
          className={`${inText} aria-busy:cursor-progress`}
        >
          {isHidden ? m.plan_share_documents_show() : m.plan_share_documents_hide()}
        </button>
      </p>
    </Notice>
  )
}

function whatReadersSee(documents: number, numbers: number): string {
  if (numbers === 0) return m.plan_share_documents_seen({ count: documents })
  if (documents === 0) return m.plan_share_numbers_seen({ count: numbers })
  return m.plan_share_documents_and_numbers_seen({ documents, numbers })
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
  const replacedNews = isPublic ? m.plan_share_link_replaced_public() : m.plan_share_link_replaced_private()
  return (
    <LinkToShare
      link={link}
      label={m.plan_share_link_label()}
      name={name}
      news={isReplaced ? replacedNews : ''}
      note={
        <Note icon={ShieldCheck} title={m.plan_share_secure_title()}>
          <p>{isPublic ? m.plan_share_secure_what_public() : m.plan_share_secure_what_private()}</p>
        </Note>
      }
    >
      <Button variant="quiet" busy={isBusy} onClick={() => setIsConfirming(true)}>
        <RefreshCw aria-hidden="true" className="size-5" />
        {m.plan_share_link_new()}
      </Button>
      <Suspense>
        {isConfirming && (
          <AskDialog
            title={m.plan_share_link_new_question()}
            description={isPublic ? m.plan_share_link_new_what_public() : m.plan_share_link_new_what_private()}
            act={m.plan_share_link_new_confirm()}
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
      {children}
    </Notice>
  )
}
