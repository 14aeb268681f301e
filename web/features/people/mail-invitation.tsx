import { type FormEvent, useState } from 'react'
import { canMailInvitations } from '#domain/access.ts'
import { MAX_EMAIL } from '#domain/api/auth.ts'
import * as m from '#messages'
import { useSendsMail } from '#web/data/session/mail.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { type KnownInvitation, useMailing } from '#web/data/trips/people.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useWrongField } from '#web/ui/use-wrong-field.ts'

/** Mails an invitation's link to one address after the other. Where mail is unavailable, says what to do instead. */
export function MailInvitation({ tripId, made }: { tripId: string; made: KnownInvitation }) {
  const { user } = useSession()
  const sendsMail = useSendsMail()
  if (sendsMail === undefined) return null
  if (sendsMail && canMailInvitations(user)) return <ByMail tripId={tripId} made={made} />
  return <p className="text-sm text-muted">{sendsMail ? m.group_mail_needs_account() : m.group_mail_not_set_up()}</p>
}

function ByMail({ tripId, made }: { tripId: string; made: KnownInvitation }) {
  const [sent, setSent] = useState<readonly string[]>([])
  const { send, isPending, error } = useMailing(tripId, made, (email) => {
    setSent((before) => [...before.filter((each) => each !== email), email])
    const field = form.current?.elements.namedItem('email')
    if (!(field instanceof HTMLInputElement)) return
    // Ready for the next address.
    if (field.value.trim() === email) field.value = ''
    field.focus()
  })
  const { form, errorOf, isAtField } = useWrongField(error)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    if (!isPending) send(email)
  }

  return (
    <form ref={form} aria-label={m.group_mail_form()} className="grid gap-2" onSubmit={submit}>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          className="min-w-48 grow"
          label={m.group_mail_label()}
          name="email"
          error={errorOf('email')}
          type="email"
          required
          maxLength={MAX_EMAIL}
          inputMode="email"
          autoComplete="off"
        />
        <Button type="submit" variant="quiet" busy={isPending}>
          {isPending ? m.common_sending() : m.common_send()}
        </Button>
      </div>
      {error && !isAtField && <ErrorBox message={error.message || m.group_mail_failed()} />}
      <p role="status" className="text-sm wrap-anywhere text-muted">
        {sent.length > 0 && m.group_mail_sent({ emails: sent.join(', ') })}
      </p>
    </form>
  )
}
