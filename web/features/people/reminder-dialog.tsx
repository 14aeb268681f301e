import { Check, Copy, Share2 } from 'lucide-react'
import { useState } from 'react'
import { joinLink } from '#domain/api/people.ts'
import { listText } from '#domain/list-text.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { hasShareSheet, share } from '#web/browser/share-sheet.ts'
import { newOpening, useReminderLink } from '#web/data/trips/reminder.ts'
import { RemindSwitch } from '#web/trip-core/remind-switch.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { useCopy } from '#web/ui/use-copy.ts'

/**
 * A text for the group's chat, with a link to join and answer. The link is loaded before anything is pressed: browsers
 * copy and share only during a press.
 */
export function ReminderDialog({
  trip,
  names,
  onClose,
}: {
  trip: Trip
  names: readonly string[]
  onClose: () => void
}) {
  const [opened] = useState(() => ({ count: names.length, opening: newOpening() }))
  const { token, error, isBusy, retry } = useReminderLink(trip.id, opened)
  const { state, copy } = useCopy()
  const text = token && reminderText(trip, names, joinLink(location.origin, token))
  const isCopied = state === 'copied'
  const footer = (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="quiet" onClick={onClose}>
        {m.common_done()}
      </Button>
      {text && hasShareSheet() && (
        <Button variant="quiet" onClick={() => void share({ text })}>
          <Share2 aria-hidden="true" className="size-5" />
          {m.group_reminder_share()}
        </Button>
      )}
      {text && (
        <Button onClick={() => void copy(text)}>
          {isCopied ? <Check aria-hidden="true" className="size-5" /> : <Copy aria-hidden="true" className="size-5" />}
          {isCopied ? m.common_copied() : m.group_reminder_copy()}
        </Button>
      )}
    </div>
  )
  return (
    <Modal
      open
      onClose={onClose}
      title={m.group_reminder_write()}
      description={m.group_reminder_what()}
      footer={footer}
    >
      {text && <blockquote className="border-l-2 border-line pl-3 wrap-anywhere">{text}</blockquote>}
      {error !== undefined && (
        <ErrorBox message={m.group_reminder_no_link({ reason: error })}>
          <Button variant="quiet" busy={isBusy} onClick={retry}>
            {m.common_retry()}
          </Button>
        </ErrorBox>
      )}
      {!text && error === undefined && <Loading text={m.group_link_loading()} />}
      <div className="mt-4">
        <RemindSwitch trip={trip} />
      </div>
      <p role="status" className={state === 'failed' ? 'mt-3 text-sm text-danger' : 'sr-only'}>
        {isCopied && m.group_reminder_text_copied()}
        {state === 'failed' && m.group_reminder_text_not_copied()}
      </p>
    </Modal>
  )
}

function reminderText({ name }: Trip, names: readonly string[], link: string): string {
  return m.group_reminder_text({ trip: name, count: names.length, names: listText(names), link })
}
