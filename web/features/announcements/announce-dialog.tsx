import { type FormEvent, useId, useState } from 'react'
import { listAudience, newAnnouncement, whyFull } from '#domain/announcements/audience.ts'
import { type Announcement, type Audience, audiences, MAX_ANNOUNCEMENT } from '#domain/plan/announcements.ts'
import type { Party } from '#domain/plan/people.ts'
import { isBlank } from '#domain/text.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { fullText } from './announcement-words.ts'

/** From then on, the characters that are left are counted. */
const FEW_LEFT = 100

interface AnnounceDialogProps {
  announcements: readonly Announcement[]
  people: readonly Party[]
  /** The current user's id in the plan. */
  me: string
  onSend: (announcement: Announcement) => void
  onClose: () => void
}

export function AnnounceDialog({ announcements, people, me, onSend, onClose }: AnnounceDialogProps) {
  const form = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Audience>('everyone')
  const [isChecked, setIsChecked] = useState(false)
  const [full, setFull] = useState<ReturnType<typeof whyFull>>()
  const isOnline = useIsOnline()
  const counts = Object.fromEntries(audiences.map((to) => [to, listAudience(to, people).length])) as Record<
    Audience,
    number
  >
  // Answers may arrive while the dialog is open.
  const to = counts[chosen] > 0 ? chosen : 'everyone'
  const left = MAX_ANNOUNCEMENT - text.trim().length
  const tooLong = left < 0 ? m.announcements_too_long({ count: -left }) : undefined
  const error = tooLong ?? (isChecked && isBlank(text) ? m.announcements_blank() : undefined)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const at = new Date().toISOString()
    const reason = whyFull(announcements, at)
    setIsChecked(true)
    setFull(reason)
    if (isBlank(text) || left < 0) event.currentTarget.querySelector('textarea')?.focus()
    else if (!reason && counts[to] > 0) {
      onSend(newAnnouncement({ id: newId(), text, to, by: me, at }, people))
      onClose()
    }
  }

  const footer = <FormFooter form={form} submit={m.announcements_send()} onCancel={onClose} />
  return (
    <Modal
      open
      onClose={onClose}
      title={m.announcements_add()}
      description={m.announcements_dialog_help()}
      footer={footer}
    >
      <form id={form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
        <TextArea
          label={m.announcements_text_label()}
          required
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={error}
          hint={left <= FEW_LEFT ? m.announcements_left({ count: left }) : undefined}
        />
        <fieldset className="min-w-0">
          <legend className="mb-1.5 text-sm font-semibold">{m.announcements_choice_label()}</legend>
          {audiences.map((one) => (
            <AudienceChoice
              key={one}
              name={`${form}-to`}
              audience={one}
              count={counts[one]}
              isChosen={one === to}
              onChoose={() => setChosen(one)}
            />
          ))}
        </fieldset>
        <p className="text-sm text-muted">
          {counts[to] > 0 && m.announcements_preview({ to, count: counts[to] })}{' '}
          {!isOnline && m.announcements_offline()}
        </p>
        {full && <ErrorBox message={fullText(full)} />}
      </form>
    </Modal>
  )
}

interface AudienceChoiceProps {
  name: string
  audience: Audience
  count: number
  isChosen: boolean
  onChoose: () => void
}

function AudienceChoice({ name, audience, count, isChosen, onChoose }: AudienceChoiceProps) {
  const id = useId()
  return (
    <label
      className={`touch flex items-center gap-3 rounded-md px-2 has-checked:bg-action-soft has-focus-visible:outline-3 has-focus-visible:outline-focus ${count > 0 ? 'cursor-pointer' : 'text-muted'}`}
    >
      <input
        type="radio"
        name={name}
        value={audience}
        checked={isChosen && count > 0}
        disabled={count === 0}
        onChange={onChoose}
        aria-labelledby={`${id}-label`}
        aria-describedby={count === 0 ? `${id}-none` : undefined}
        className="size-5 shrink-0 outline-none"
      />
      <span className="min-w-0 py-1 leading-tight wrap-anywhere">
        <span id={`${id}-label`} className="block">
          {m.announcements_choice({ to: audience, count })}
        </span>
        {count === 0 && (
          <span id={`${id}-none`} className="block text-sm">
            {m.announcements_choice_none({ to: audience })}
          </span>
        )}
      </span>
    </label>
  )
}
