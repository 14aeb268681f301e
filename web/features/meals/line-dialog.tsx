import { useState } from 'react'
import { textToRead } from '#domain/food/food-plan.ts'
import { readLine } from '#domain/food/read-line.ts'
import type { LineReading } from '#domain/food/reading.ts'
import { isOneEach, scaleOfLine } from '#domain/food/scale.ts'
import { writeLine } from '#domain/food/write-line.ts'
import { isForSomeOnly, wordsFor, writtenForOf } from '#domain/food/written-for.ts'
import { type ForWhom, forWhomOptions, type Line, MAX_READ_AS, MAX_SERVINGS } from '#domain/plan/meals.ts'
import { listPersons } from '#domain/plan/people.ts'
import { nameOfPersonRef } from '#domain/plan/person-ref.ts'
import { namesToChoose } from '#domain/tell-apart.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { forWhomLabel, readingWords } from './food-words.ts'
import { LineMarks } from './line-marks.tsx'
import type { LineFood } from './line-reading.tsx'

interface LineDialogProps {
  line: Line
  food: LineFood
  onChange: (change: Partial<Line>) => void
  onClose: () => void
}

/**
 * How a line is counted: what is read, for whom it is and for how many it was written. And what it contains. Its text
 * stays as typed.
 */
export function LineDialog({ line, food, onChange, onClose }: LineDialogProps) {
  const reading = readLine(textToRead(line))
  const words = readingWords(reading)
  const scale = scaleOfLine(line, reading, food)
  const isEach = reading.parts.every((part) => isOneEach(part, scale))
  const { for_whom } = line
  const isForSome = for_whom.includes(':') || for_whom === 'people'
  /** What is typed while it is no correction: nothing, or what is read anyway. */
  const [typed, setTyped] = useState<string>()
  const own = readLine(line.text).parts.map(writeLine).join(', ')
  function readAsTyped() {
    setTyped(undefined)
    onChange({ read_as: '' })
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={m.food_line_title()}
      description={line.text}
      footer={
        <div className="flex justify-between gap-3">
          {line.read_as !== '' && (
            <Button variant="quiet" onClick={readAsTyped}>
              {m.food_line_read_as_typed()}
            </Button>
          )}
          <Button className="ml-auto" onClick={onClose}>
            {m.common_done()}
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        <TextField
          label={m.food_line_read_as()}
          hint={
            words === ''
              ? m.food_line_not_read()
              : m.food_line_counted_as({ reading: words, each: isEach ? 'yes' : 'no' })
          }
          value={line.read_as || (typed ?? own)}
          placeholder={m.food_line_read_as_example()}
          maxLength={MAX_READ_AS}
          autoComplete="off"
          onChange={({ target }) => {
            setTyped(target.value)
            onChange({ read_as: target.value === own ? '' : target.value })
          }}
        />
        <Field label={m.food_line_for_whom()}>
          {(wiring) => (
            <select
              {...wiring}
              className={fieldLook}
              value={for_whom}
              onChange={({ target }) => onChange({ for_whom: target.value as ForWhom })}
            >
              {forWhomOptions.map((option) => (
                <option key={option} value={option}>
                  {forWhomLabel(option)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {for_whom === 'people' && <PeopleChoice {...{ line, food, onChange }} />}
        {isForSome && (
          <NumberField
            label={m.food_line_written_for()}
            hint={writtenForHint(line, reading, food.servings)}
            value={line.written_for}
            emptyAt={0}
            placeholder={String(writtenForOf({ ...line, written_for: 0 }, reading, food.servings) || '')}
            max={MAX_SERVINGS}
            onChange={(written_for) => onChange({ written_for })}
          />
        )}
        <LineMarks {...{ line, onChange }} />
      </div>
    </Modal>
  )
}

/** What counts if nobody gives a number, or what the number is. */
function writtenForHint(line: Line, reading: LineReading, servings: number): string {
  const words = wordsFor(reading, servings)
  if (words > 0) return m.food_line_written_for_words({ words })
  if (!isForSomeOnly(line) && servings > 0) return m.food_line_written_for_servings({ servings })
  return line.written_for > 0 ? m.food_line_written_for_hint() : m.food_line_written_for_unknown()
}

function PeopleChoice({ line, food, onChange }: Pick<LineDialogProps, 'line' | 'food' | 'onChange'>) {
  const listed = listPersons(food.parties).map(({ id }) => id)
  // Somebody who is no longer on the list can still be removed from the line.
  const ids = [...new Set([...listed, ...line.people.map(({ id }) => id)])]
  function choose(changed: Partial<Record<string, boolean>>) {
    const others = line.people.filter(({ id }) => changed[id] !== false)
    const people = [...others, ...ids.filter((id) => changed[id]).map((id) => ({ id }))]
    // One person more is for one more, as long as nobody gave another number and the words say none.
    const isOwn = line.written_for === line.people.length && wordsFor(readLine(textToRead(line)), food.servings) === 0
    onChange({ people, ...(isOwn && { written_for: people.length }) })
  }
  if (ids.length === 0) return <p className="text-muted">{m.food_line_people_none()}</p>
  return (
    <Chips
      legend={m.food_line_people()}
      words={ids}
      nameOf={namesToChoose(food.parties, (id) => nameOfPersonRef(food.parties, id))}
      ticked={Object.fromEntries(line.people.map(({ id }) => [id, true]))}
      onChange={choose}
    />
  )
}
