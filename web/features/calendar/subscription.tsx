import { CalendarPlus, Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { type CalendarFeed, feedAddress } from '#domain/api/calendar.ts'
import { noReminders } from '#domain/calendar/reminders.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { isAppleDevice } from '#web/browser/apple-device.ts'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { useCalendarFeed } from '#web/data/trips/calendar.ts'
import { AskDialog } from '#web/ui/ask-dialog.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { fieldLook } from '#web/ui/field.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { ReminderFields } from './reminder-fields.tsx'

type Scope = 'one' | 'all'

/** The address at which calendar apps read the trip, or all trips, of the current user. */
export function Subscription({ trip }: { trip: Trip }) {
  const [scope, setScope] = useState<Scope>('one')
  // Only this dialog knows an address that was just created.
  const [tokens, setTokens] = useState<Partial<Record<Scope, string>>>({})
  const isOnline = useIsOnline()
  return (
    <>
      <Segments
        legend={m.calendar_subscribe_of()}
        options={[
          { value: 'one', label: m.calendar_subscribe_one() },
          { value: 'all', label: m.calendar_subscribe_all() },
        ]}
        value={scope}
        onChange={setScope}
      />
      {isOnline || tokens[scope] !== undefined ? (
        <Feed
          key={scope}
          tripId={scope === 'one' ? trip.id : undefined}
          token={tokens[scope]}
          onToken={(token) => setTokens((others) => ({ ...others, [scope]: token }))}
        />
      ) : (
        <Notice>{m.calendar_offline()}</Notice>
      )}
    </>
  )
}

interface FeedProps {
  tripId: string | undefined
  token: string | undefined
  onToken: (token: string | undefined) => void
}

function Feed({ tripId, token, onToken }: FeedProps) {
  const { feed, loadError, error, isBusy, retry, make, end, setReminders } = useCalendarFeed(tripId, onToken)
  const [question, setQuestion] = useState<'renew' | 'end'>()
  if (loadError !== undefined)
    return (
      <ErrorBox message={loadError}>
        <Button variant="quiet" busy={isBusy} onClick={retry}>
          {m.common_retry()}
        </Button>
      </ErrorBox>
    )
  if (feed === undefined) return <Loading text={m.common_loading()} />
  return (
    <>
      {error !== undefined && <ErrorBox message={error} />}
      {feed === null && (
        <Button variant="quiet" busy={isBusy} onClick={() => make(noReminders)}>
          <CalendarPlus aria-hidden="true" className="size-5" />
          {m.calendar_add()}
        </Button>
      )}
      {feed && token !== undefined && <Address address={feedAddress(location.origin, token)} />}
      {feed && (
        <>
          <p className="text-sm text-muted">{stateOf(feed)}</p>
          <ReminderFields reminders={feed.reminders} onChange={setReminders} />
          <div className="flex flex-wrap gap-3">
            <Button variant="quiet" busy={isBusy} onClick={() => setQuestion('renew')}>
              {m.calendar_renew()}
            </Button>
            <Button variant="danger" busy={isBusy} onClick={() => setQuestion('end')}>
              {m.calendar_end()}
            </Button>
          </div>
        </>
      )}
      {feed && question === 'renew' && (
        <AskDialog
          title={m.calendar_renew_question()}
          description={m.calendar_renew_what()}
          act={m.calendar_renew()}
          onAct={() => {
            setQuestion(undefined)
            make(feed.reminders)
          }}
          onClose={() => setQuestion(undefined)}
        />
      )}
      {question === 'end' && (
        <AskDialog
          title={m.calendar_end_question()}
          description={m.calendar_end_what()}
          act={m.calendar_end_confirm()}
          onAct={() => {
            setQuestion(undefined)
            end()
          }}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </>
  )
}

function stateOf({ created_at, fetched_on }: CalendarFeed): string {
  const dayOf = (date: Date, timeZone?: string) => date.toLocaleDateString('en-CA', { dateStyle: 'medium', timeZone })
  const created = m.calendar_created({ date: dayOf(new Date(created_at)) })
  // The server knows the day in UTC.
  const date = fetched_on === null ? '' : dayOf(new Date(`${fetched_on}T00:00:00Z`), 'UTC')
  return `${created} ${m.calendar_fetched({ known: fetched_on === null ? 'no' : 'yes', date })}`
}

/** An address that was just created: to copy, or to open in the calendar app of this device. */
function Address({ address }: { address: string }) {
  const { state, copy } = useCopy()
  const Icon = state === 'copied' ? Check : Copy
  return (
    <div className="grid grid-cols-1 gap-3">
      <label className="grid gap-1.5">
        <span className="text-sm font-semibold">{m.calendar_address_label()}</span>
        <input
          readOnly
          value={address}
          onFocus={({ target }) => target.select()}
          className={`${fieldLook} min-w-0 text-ellipsis`}
        />
      </label>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copy(address)}>
          <Icon aria-hidden="true" className="size-5" />
          {state === 'copied' ? m.calendar_copied() : m.calendar_copy()}
        </Button>
        {isAppleDevice() && (
          <a href={address.replace(/^https?:/, 'webcal:')} className={buttonLook('quiet')}>
            <CalendarPlus aria-hidden="true" className="size-5" />
            {m.calendar_open_app()}
          </a>
        )}
      </div>
      <p className="text-sm text-muted">{m.calendar_how_to_add()}</p>
      <p role="status" className={state === 'failed' ? 'text-sm text-danger' : 'sr-only'}>
        {state === 'copied' && m.common_link_copied_status()}
        {state === 'failed' && m.common_link_not_copied()}
      </p>
      <Notice tone="warn">
        <p className="font-semibold">{m.calendar_address_once()}</p>
        <p>{m.calendar_address_secret()}</p>
      </Notice>
    </div>
  )
}
