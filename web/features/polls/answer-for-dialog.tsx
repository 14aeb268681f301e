import { useState } from 'react'
import type { LocalDate } from '#domain/local-date.ts'
import { listPersons } from '#domain/plan/people.ts'
import { nameOfPersonRef } from '#domain/plan/person-ref.ts'
import type { Poll, PollAnswer } from '#domain/plan/polls.ts'
import type { Answering } from '#domain/polls/changes.ts'
import { pollTitle } from '#domain/polls/poll-words.ts'
import { namesToChoose } from '#domain/tell-apart.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { AnswerChoice } from './answer-choice.tsx'
import { optionTitle } from './poll-words.ts'
import { answerOf, type PollsView } from './use-polls.ts'

interface AnswerForDialogProps {
  poll: Poll
  view: PollsView
  today: LocalDate
  onAnswer: (optionId: string, person: Answering, answer: PollAnswer) => void
  onClose: () => void
}

/** Answers for anybody on the list: some people only phone. */
export function AnswerForDialog({ poll, view, today, onAnswer, onClose }: AnswerForDialogProps) {
  const { section, people, me } = view
  const [personId, setPersonId] = useState('')
  const nameOf = namesToChoose(people.value, (id) => nameOfPersonRef(people.value, id))
  const persons = listPersons(people.value)
    .filter(({ id }) => id !== me)
    .map((person) => ({ person, name: nameOf(person.id) }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
  const chosen = persons.find(({ person }) => person.id === personId)
  const footer = (
    <div className="flex justify-end">
      <Button onClick={onClose}>{m.common_done()}</Button>
    </div>
  )
  return (
    <Modal
      open
      onClose={onClose}
      title={m.polls_answer_for_open()}
      description={[pollTitle(poll), m.polls_answer_for_done()].join(' ')}
      footer={footer}
    >
      <div className="grid grid-cols-1 gap-4">
        <Field label={m.polls_answer_for_label()}>
          {(wiring) => (
            <select
              {...wiring}
              value={chosen ? personId : ''}
              onChange={({ target }) => setPersonId(target.value)}
              className={fieldLook}
            >
              <option value="">{m.common_person_choose()}</option>
              {persons.map(({ person: { id }, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        {chosen && (
          <ul className="grid grid-cols-1 gap-3">
            {poll.options.map((option) => {
              const title = optionTitle(option, today)
              return (
                <li key={option.id} className="grid max-w-none grid-cols-1 gap-1">
                  <span aria-hidden="true" className="font-semibold wrap-anywhere">
                    {title}
                  </span>
                  <AnswerChoice
                    question={m.polls_answer_question_for({ kind: poll.kind, option: title, name: chosen.name })}
                    value={answerOf(section.value, option.id, personId)}
                    onChange={(answer) => onAnswer(option.id, chosen.person, answer)}
                  />
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </Modal>
  )
}
