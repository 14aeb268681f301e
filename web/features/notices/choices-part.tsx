import { useId } from 'react'
import { canRemind } from '#domain/access.ts'
import { type Channel, type NoticeChoices, wants } from '#domain/notices/choices.ts'
import { type NoticeKind, noticeKinds } from '#domain/notices/notice.ts'
import { noticeKindName } from '#domain/notices/notice-words.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { pushDevices } from '#web/data/push/push.ts'
import { useQuery } from '#web/data/react/use-query.ts'
import { useNoticeChoices, useNoticeSettings } from '#web/data/trips/notices.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/check-box.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Switch } from '#web/ui/switch.tsx'

/** An invitation is a mail of its own, to a trip that its reader is not in yet. */
const chosenKinds = noticeKinds.filter((kind) => kind !== 'invited')

/** How the current user is told about a trip, and whether organizers have people reminded. */
export function ChoicesPart({ trip }: { trip: Trip }) {
  const { data, error, retry, choosing, reminding } = useNoticeChoices(trip.id)
  const settings = useNoticeSettings()
  const push = useQuery(pushDevices)
  const title = useId()
  const mail = settings.data?.mail
  // Then there is nothing to choose.
  const sendsNothing = push.data?.public_key === null && mail === 'not_set_up'
  if (!data)
    return error ? (
      <div className="grid justify-items-start gap-2">
        <ErrorBox message={m.notices_choices_failed()} />
        <Button variant="quiet" onClick={retry}>
          {m.common_retry()}
        </Button>
      </div>
    ) : null
  const { choices, is_off, reminds_since } = data
  const choose = (kind: NoticeKind, channel: Channel, isWanted: boolean) => {
    const chosen = { push: wants(choices, kind, 'push'), mail: wants(choices, kind, 'mail'), [channel]: isWanted }
    const next: NoticeChoices = { ...choices, [kind]: chosen }
    choosing.send({ choices: next, is_off })
  }
  return (
    <section aria-labelledby={title} className="grid min-w-0 grid-cols-1 content-start gap-4">
      {canRemind(trip) && (
        <div>
          <Switch checked={reminds_since !== null} busy={reminding.isPending} onChange={(isOn) => reminding.send(isOn)}>
            <span className="font-semibold">{m.notices_remind()}</span>
            <span className="block text-sm text-muted">{m.notices_remind_hint()}</span>
          </Switch>
          {reminding.error && <ErrorBox message={m.notices_not_saved()} />}
        </div>
      )}
      <div className="grid gap-2">
        <h2 id={title} className="text-xl">
          {m.notices_how_title()}
        </h2>
        {mail === 'none' && <p>{m.notices_mail_guest()}</p>}
        {mail === 'not_set_up' && <p>{m.notices_mail_not_set_up()}</p>}
        {mail === 'refused' && (
          <div className="grid justify-items-start gap-2">
            <p>{m.notices_mail_refused()}</p>
            <Button
              variant="quiet"
              busy={settings.saving.isPending}
              onClick={() => settings.data && settings.saving.send({ quiet: settings.data.quiet, tries_mail: true })}
            >
              {m.common_retry()}
            </Button>
          </div>
        )}
        {choosing.error && <ErrorBox message={m.notices_not_saved()} />}
        {!sendsNothing && (
          <Switch checked={!is_off} onChange={(isOn) => choosing.send({ choices, is_off: !isOn })}>
            <span className="font-semibold">{m.notices_mail_on()}</span>
            {mail === 'works' && <span className="block text-sm text-muted">{m.notices_mail_limit()}</span>}
          </Switch>
        )}
        {!sendsNothing && !is_off && <KindTable {...{ choices }} hasMail={mail === 'works'} onChoose={choose} />}
      </div>
    </section>
  )
}

interface KindTableProps {
  choices: NoticeChoices
  /** Whether mails reach the user. */
  hasMail: boolean
  onChoose: (kind: NoticeKind, channel: Channel, isWanted: boolean) => void
}

function KindTable({ choices, hasMail, onChoose }: KindTableProps) {
  return (
    <table className="w-full border-t border-line">
      <thead className="text-sm text-muted">
        <tr>
          <td />
          <th scope="col" className="px-1 py-2 font-semibold wrap-normal">
            {m.notices_column_push()}
          </th>
          {hasMail && (
            <th scope="col" className="px-1 py-2 font-semibold wrap-normal">
              {m.notices_column_mail()}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {chosenKinds.map((kind) => {
          const name = noticeKindName(kind)
          return (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="py-1.5 pr-2 text-left font-normal wrap-anywhere">
                {name}
              </th>
              <td>
                <div className="flex justify-center">
                  <CheckBox
                    checked={wants(choices, kind, 'push')}
                    onChange={(isWanted) => onChoose(kind, 'push', isWanted)}
                    label={m.notices_choice_push({ kind: name })}
                  />
                </div>
              </td>
              {hasMail && (
                <td>
                  <div className="flex justify-center">
                    <CheckBox
                      checked={wants(choices, kind, 'mail')}
                      onChange={(isWanted) => onChoose(kind, 'mail', isWanted)}
                      label={m.notices_choice_mail({ kind: name })}
                    />
                  </div>
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
