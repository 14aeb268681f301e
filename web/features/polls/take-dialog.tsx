import { listText } from '#domain/list-text.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { listPersons } from '#domain/plan/people.ts'
import { type DatesOption, effectOfTaking } from '#domain/polls/take-dates.ts'
import { formatTripRange } from '#domain/trip-range.ts'
import * as m from '#messages'
import { answerName } from '#web/trip-core/people/person-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { optionTitle } from './poll-words.ts'
import type { PollsView } from './use-polls.ts'

interface TakeDialogProps {
  option: DatesOption
  view: PollsView
  today: LocalDate
  onConfirm: () => void
  onClose: () => void
}

/** Says what it means to take dates before they are taken. */
export function TakeDialog({ option, view, today, onConfirm, onClose }: TakeDialogProps) {
  const { section, people, details, nameOf } = view
  const dates = optionTitle(option, today)
  const before = formatTripRange(details.value, today)
  const { coming, toConfirm, stays, notComing, keepsOwn, silent } = effectOfTaking(people.value, section.value, option)
  const names = (ids: readonly string[]) => ({ count: ids.length, names: listText(ids.map(nameOf)) })
  const answers = new Map(listPersons(people.value).map((one) => [one.id, answerName(one.coming, false)]))
  const withAnswers = (ids: readonly string[]) => ({
    count: ids.length,
    names: listText(ids.map((id) => m.polls_take_keeps({ name: nameOf(id), answer: answers.get(id) ?? '' }))),
  })
  const effects = [
    // Those who stay are coming too.
    ...(coming.length > 0 || stays.length === 0 ? [m.polls_take_effect_coming({ count: coming.length })] : []),
    ...(toConfirm.length > 0 ? [m.polls_take_effect_confirm(names(toConfirm))] : []),
    ...(notComing.length > 0 ? [m.polls_take_effect_not(names(notComing))] : []),
    ...(keepsOwn.length > 0 ? [m.polls_take_effect_keep(withAnswers(keepsOwn))] : []),
    ...(stays.length > 0 ? [m.polls_take_effect_stay(names(stays))] : []),
    ...(silent.length > 0 ? [m.polls_take_effect_silent(names(silent))] : []),
  ]
  const footer = (
    <div className="flex justify-end gap-3">
      <Button variant="quiet" onClick={onClose}>
        {m.common_cancel()}
      </Button>
      <Button
        onClick={() => {
          onConfirm()
          onClose()
        }}
      >
        {m.polls_take_confirm()}
      </Button>
    </div>
  )
  return (
    <Modal
      open
      isForReading
      onClose={onClose}
      title={m.polls_take_question()}
      description={
        before === '' || before === dates
          ? m.polls_take_will_be({ dates })
          : m.polls_take_will_be_instead({ dates, before })
      }
      footer={footer}
    >
      <ul className="grid grid-cols-1 gap-1.5">
        {effects.map((text) => (
          <li key={text} className="ml-5 max-w-none list-disc wrap-anywhere marker:text-accent">
            {text}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
