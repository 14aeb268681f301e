import { type FormEvent, useId, useState } from 'react'
import { type Full, newAnnouncement, whyFull } from '#domain/announcements/audience.ts'
import { listReached, type Reached } from '#domain/announcements/viewers.ts'
import { type Announcement, type Audience, audiences, MAX_ANNOUNCEMENT } from '#domain/plan/announcements.ts'
import type { Party } from '#domain/plan/people.ts'
import { isBlank } from '#domain/text.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { type Draft, readDraft, writeDraft } from './announcement-draft.ts'
import { fullText } from './announcement-words.ts'

/** From then on, the characters that are left are counted. */
const FEW_LEFT = 100

interface AnnounceDialogProps {
  tripId: string
  announcements: readonly Announcement[]
  people: readonly Party[]
  /** The ids of all who have joined; undefined until they are known. */
  joined: ReadonlySet<string> | undefined
  /** The current user's id in the plan. */
  me: string
  onSend: (announcement: Announcement) => void
  onClose: () => void
}

const nobody: ReadonlySet<string> = new Set()

/** What is typed here stays when it is closed by Escape, and is offered when it opens again. Cancel gives it up. */
export function AnnounceDialog({ tripId, announcements, people, joined, me, onSend, onClose }: AnnounceDialogProps) {
  const form = useId()
  const userId = useUser().id
  const [draft, setDraft] = useState(() => readDraft(userId, tripId))
  const [isChecked, setIsChecked] = useState(false)
  const [full, setFull] = useState<{ why: Full; now: number }>()
  const isOnline = useIsOnline()
  const reachedBy = (to: Audience) =>
    listReached(newAnnouncement({ id: '', text: '', to, by: me, at: '' }, people), people, joined ?? nobody)
  const reached = Object.fromEntries(audiences.map((one) => [one, reachedBy(one)])) as Record<Audience, Reached>
  const countOf = (one: Audience) => reached[one].joined.length + reached[one].unreachable.length
  const { text } = draft
  // Answers may arrive while the dialog is open.
  const to = countOf(draft.to) > 0 ? draft.to : 'everyone'
  const left = MAX_ANNOUNCEMENT - text.trim().length
  const tooLong = left < 0 ? m.announcements_too_long({ count: -left }) : undefined
  const error = tooLong ?? (isChecked && isBlank(text) ? m.announcements_blank() : undefined)

  function change(part: Partial<Draft>) {
    const changed = { ...draft, ...part }
    setDraft(changed)
    writeDraft(userId, tripId, changed)
  }

  function close() {
    writeDraft(userId, tripId)
    onClose()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const now = Date.now()
    const at = new Date(now).toISOString()
    const why = whyFull(announcements, at)
    setIsChecked(true)
    setFull(why && { why, now })
    if (isBlank(text) || left < 0) event.currentTarget.querySelector('textarea')?.focus()
    else if (!why) {
      onSend(newAnnouncement({ id: newId(), text, to, by: me, at }, people))
      close()
    }
  }

  const footer = <FormFooter form={form} submit={m.announcements_send()} onCancel={close} />
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
          onChange={(event) => change({ text: event.target.value })}
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
              count={countOf(one)}
              isOpen={one === 'everyone' || countOf(one) > 0}
              isChosen={one === to}
              onChoose={() => change({ to: one })}
            />
          ))}
        </fieldset>
        <p className="text-sm text-muted">
          {joined && previewText(to, reached[to])} {!isOnline && m.announcements_offline()}
        </p>
        {full && <ErrorBox message={fullText(full.why, full.now)} />}
      </form>
    </Modal>
  )
}

/** Who will read it in the app: the same people whom the organizers are told of afterwards. */
function previewText(to: Audience, { joined, unreachable }: Reached): string {
  const sentences = [m.announcements_will_see({ count: joined.length })]
  if (unreachable.length > 0) sentences.push(m.announcements_not_joined({ count: unreachable.length }))
  if (to !== 'everyone') sentences.push(m.announcements_others_read({ page: m.before_title() }))
  return sentences.join(' ')
}

interface AudienceChoiceProps {
  name: string
  audience: Audience
  count: number
  /** Whether it can be chosen. */
  isOpen: boolean
  isChosen: boolean
  onChoose: () => void
}

function AudienceChoice({ name, audience, count, isOpen, isChosen, onChoose }: AudienceChoiceProps) {
  const id = useId()
  return (
    <label
      className={`touch flex items-center gap-3 rounded-md px-2 has-checked:bg-action-soft has-focus-visible:outline-3 has-focus-visible:outline-focus ${isOpen ? 'cursor-pointer' : 'text-muted'}`}
    >
      <input
        type="radio"
        name={name}
        value={audience}
        checked={isChosen}
        disabled={!isOpen}
        onChange={onChoose}
        aria-labelledby={`${id}-label`}
        aria-describedby={isOpen ? undefined : `${id}-none`}
        className="size-5 shrink-0 outline-none"
      />
      <span className="min-w-0 py-1 leading-tight wrap-anywhere">
        <span id={`${id}-label`} className="block">
          {m.announcements_choice({ to: audience, count })}
        </span>
        {!isOpen && (
          <span id={`${id}-none`} className="block text-sm">
            {m.announcements_choice_none({ to: audience })}
          </span>
        )}
      </span>
    </label>
  )
}
