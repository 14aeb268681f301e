import { Mail } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Notice } from '#domain/notices/notice.ts'
import * as m from '#messages'
import { useAsyncAction } from '#web/data/react/use-async-action.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { readNotices } from '#web/data/trips/notices.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { momentOf } from '#web/ui/moment-of.ts'
import { type Invitation, isInMail } from './use-news.ts'

/** More than this would push the trips too far down. */
const SHOWN_AT_FIRST = 3

/** A button beside the page's title for late invitations: showing them at once would move the list. */
export function LateInvitations({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status">
      {count > 0 && (
        <Button variant="quiet" className="text-sm" onClick={onShow}>
          <Mail aria-hidden="true" className="size-5 text-accent" />
          {m.trips_invited_count({ count })}
        </Button>
      )}
    </div>
  )
}

interface InvitationsProps {
  invitations: readonly Invitation[]
  /** How often the user has asked for late invitations. Each time, the focus moves here. */
  timesAsked: number
  onDismissed: (notice: Notice) => void
}

/** The trips that the user is invited to, above their own. */
export function Invitations({ invitations, timesAsked, onDismissed }: InvitationsProps) {
  const place = useRef<HTMLElement>(null)
  const [showsAll, setShowsAll] = useState(false)
  useEffect(() => {
    if (timesAsked > 0) place.current?.focus()
  }, [timesAsked])
  const shown = showsAll ? invitations : invitations.slice(0, SHOWN_AT_FIRST)
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={m.trips_invited_title()}
      className="neatline mb-6 rounded-lg border border-edge/60 bg-surface px-4"
    >
      <ul>
        {shown.map((invitation) => (
          <InvitationRow key={invitation.notice.id} {...invitation} onDismissed={onDismissed} />
        ))}
      </ul>
      {shown.length < invitations.length && (
        <div className="border-t border-line py-3">
          <Button variant="quiet" className="text-sm" onClick={() => setShowsAll(true)}>
            {m.trips_invited_all({ count: invitations.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

interface InvitationRowProps extends Invitation {
  onDismissed: (notice: Notice) => void
}

function InvitationRow({ notice, path, isGone, onDismissed }: InvitationRowProps) {
  const { about, created_at, trip_id, trip_name } = notice
  const { send, isPending, error } = useAsyncAction(
    () => readNotices(trip_id, [notice]),
    () => onDismissed(notice),
  )
  const { email } = useUser()
  const inMail = isInMail(notice)
  const labelOf = (label: string) => (inMail ? undefined : m.trips_label_of({ label, name: trip_name }))
  return (
    <li className="flex max-w-none flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4 first:border-t-0">
      <div className="flex min-w-0 grow basis-72 items-center gap-4">
        <Mail aria-hidden="true" className="size-8 shrink-0 text-accent" />
        <div className="min-w-0">
          <h2 className="text-lg wrap-anywhere">
            {inMail
              ? m.trips_invited_unnamed()
              : about.name
                ? m.trips_invited_by({ name: about.name, trip: trip_name })
                : m.trips_invited({ trip: trip_name })}
          </h2>
          {inMail && !isGone && email && <p className="wrap-anywhere">{m.trips_invited_in_mail({ email })}</p>}
          <p className="text-sm text-muted">
            {isGone ? m.trips_invited_gone() : <time dateTime={created_at}>{momentOf(created_at)}</time>}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        {!isGone &&
          !inMail &&
          (path === undefined ? (
            <Button busy aria-label={labelOf(m.trips_invited_open())}>
              {m.trips_invited_open()}
            </Button>
          ) : (
            <Link href={path} aria-label={labelOf(m.trips_invited_open())} className={buttonLook('primary')}>
              {m.trips_invited_open()}
            </Link>
          ))}
        <Button
          variant="quiet"
          busy={isPending}
          aria-label={labelOf(m.common_dismiss())}
          onClick={() => (isGone ? onDismissed(notice) : send(undefined))}
        >
          {m.common_dismiss()}
        </Button>
      </div>
      {error && (
        <div className="basis-full">
          <ErrorBox message={m.notices_not_saved()} />
        </div>
      )}
    </li>
  )
}
