import { type Channel, type NoticeChoices, wants } from '#domain/notices/choices.ts'
import { type NoticeKind, noticeKinds } from '#domain/notices/notice.ts'
import { noticeKindName } from '#domain/notices/notice-words.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { useNoticeChoices, useNoticeSettings } from '#web/data/trips/notice-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/check-box.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Part } from './part.tsx'
import { useChannels } from './use-channels.ts'

/** An invitation is a mail of its own, to a trip that its reader is not in yet. */
const chosenKinds = noticeKinds.filter((kind) => kind !== 'invited')

/** How the current user is notified about a trip. */
export function ChoicesPart({ trip }: { trip: Trip }) {
  return (
    <Part title={m.notices_how_title()}>
      <Choices trip={trip} />
    </Part>
  )
}

function Choices({ trip }: { trip: Trip }) {
  const { data, error, retry, choosing } = useNoticeChoices(trip.id)
  const channels = useChannels()
  const isOnline = useIsOnline()
  if (!data && !isOnline) return <p className="text-sm text-muted">{m.notices_push_offline()}</p>
  if (!data && error)
    return (
      <ErrorBox message={m.notices_choices_failed()}>
        <Button variant="quiet" onClick={retry}>
          {m.common_retry()}
        </Button>
      </ErrorBox>
    )
  // Shows everything at once, so that nothing moves under a finger.
  if (!data || !channels) return <p className="text-muted">{m.common_loading()}</p>
  const { mail, hasPush } = channels
  const hasMail = mail === 'works'
  const { choices, is_off } = data
  const choose = (kind: NoticeKind, channel: Channel, isWanted: boolean) => {
    const chosen = { push: wants(choices, kind, 'push'), mail: wants(choices, kind, 'mail'), [channel]: isWanted }
    const next: NoticeChoices = { ...choices, [kind]: chosen }
    choosing.send({ choices: next, is_off })
  }
  return (
    <>
      {mail === undefined && <p>{m.notices_mail_unknown()}</p>}
      {mail === 'none' && <p>{m.notices_mail_guest()}</p>}
      {mail === 'not_set_up' && <p>{m.notices_mail_not_set_up()}</p>}
      {mail === 'refused' && <RefusedMail />}
      {choosing.error && <ErrorBox message={m.notices_not_saved()} />}
      {(hasPush || hasMail) && (
        <fieldset disabled={!isOnline} className="grid min-w-0 grid-cols-1 gap-2">
          {!isOnline && <p className="text-sm text-muted">{m.notices_push_offline()}</p>}
          <Switch checked={!is_off} onChange={(isOn) => choosing.send({ choices, is_off: !isOn })}>
            <span className="font-semibold">{m.notices_mail_on()}</span>
            {hasMail && !is_off && <span className="block text-sm text-muted">{m.notices_mail_limit()}</span>}
          </Switch>
          {!is_off && <KindTable {...{ choices, hasPush, hasMail }} onChoose={choose} />}
        </fieldset>
      )}
    </>
  )
}

function RefusedMail() {
  const { data, saving } = useNoticeSettings()
  return (
    <div className="grid justify-items-start gap-2">
      <p>{m.notices_mail_refused()}</p>
      <Button
        variant="quiet"
        busy={saving.isPending}
        onClick={() => data && saving.send({ quiet: data.quiet, tries_mail: true })}
      >
        {m.common_retry()}
      </Button>
      {saving.error && <ErrorBox message={m.notices_not_saved()} />}
    </div>
  )
}

interface KindTableProps {
  choices: NoticeChoices
  /** Whether this server can notify devices. */
  hasPush: boolean
  /** Whether mails reach the user. */
  hasMail: boolean
  onChoose: (kind: NoticeKind, channel: Channel, isWanted: boolean) => void
}

function KindTable({ choices, hasPush, hasMail, onChoose }: KindTableProps) {
  return (
    <table className="w-full border-t border-line">
      <thead className="text-sm text-muted">
        <tr>
          <td />
          {hasPush && (
            <th scope="col" className="px-1 py-2 font-semibold wrap-normal">
              {m.notices_column_push()}
            </th>
          )}
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
              {hasPush && (
                <td>
                  <div className="flex justify-center">
                    <CheckBox
                      checked={wants(choices, kind, 'push')}
                      onChange={(isWanted) => onChoose(kind, 'push', isWanted)}
                      label={m.notices_choice_push({ kind: name })}
                    />
                  </div>
                </td>
              )}
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
