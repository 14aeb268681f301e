import { Plus, Trash2 } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { MAX_ENTRIES } from '#domain/operations/apply.ts'
import { type Line, MAX_MEAL_TEXT, newLine } from '#domain/plan/meals.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { insertPastedLines } from '#web/trip-core/editing/pasted-lines.ts'
import { placeholderField } from '#web/trip-core/editing/placeholder.tsx'
import { useFocusOnAdded } from '#web/trip-core/editing/use-focus-on-added.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LineArea } from '#web/ui/line-area.tsx'
import { moveItem, ReorderList } from '#web/ui/reorder-list.tsx'
import { type LineFood, LineReading } from './line-reading.tsx'

const words = {
  ingredient: {
    add: m.days_meal_ingredient_add(),
    label: (number: number) => m.days_meal_ingredient_number({ number }),
    inSentence: (number: number) => m.days_meal_ingredient_in_sentence({ number }),
    remove: (number: number) => m.days_meal_ingredient_remove_label({ number }),
  },
  snack: {
    add: m.days_meal_snack_add(),
    label: (number: number) => m.days_meal_snack_number({ number }),
    inSentence: (number: number) => m.days_meal_snack_in_sentence({ number }),
    remove: (number: number) => m.days_meal_snack_remove_label({ number }),
  },
}

interface LineListEditorProps {
  lines: Line[]
  of: keyof typeof words
  added: string
  food: LineFood
  /** `removed` names the line that the change removes. */
  onChange: (change: (lines: Line[]) => Line[], removed?: string) => void
}

/** A correction was made for the text before: it would be a wrong number for this one. */
const withText = (text: string) => ({ text, read_as: '' })

/** The ingredients of a meal, or the snacks of a day. Enter adds the next one and selects its text. */
export function LineListEditor({ lines, of, added, food, onChange }: LineListEditorProps) {
  const root = useRef<HTMLDivElement>(null)
  const focusOn = useFocusOnAdded(root)
  const { add: addLabel, label, inSentence, remove } = words[of]

  function add(index: number) {
    const line = newLine(newId(), added)
    onChange((current) => current.toSpliced(index, 0, line))
    focusOn(line.id)
  }

  function changeLine({ id }: Line, change: Partial<Line>) {
    onChange((current) => current.map((other) => (other.id === id ? { ...other, ...change } : other)))
  }

  function onKeyDown(event: KeyboardEvent, index: number) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add(index + 1)
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>, line: Line) {
    const pasted = insertPastedLines(event, MAX_MEAL_TEXT, MAX_ENTRIES - lines.length)
    if (!pasted) return
    const more = pasted.more.map(({ text }) => newLine(newId(), text))
    onChange((current) =>
      current.flatMap((other) => (other.id === line.id ? [{ ...other, ...withText(pasted.text) }, ...more] : [other])),
    )
    focusOn(more.at(-1)?.id ?? line.id, 'end')
  }

  return (
    <div ref={root}>
      <ReorderList
        items={lines}
        nameOf={({ text }, index) => text || inSentence(index + 1)}
        onMove={(id, index) => onChange((current) => moveItem(current, id, index))}
        className="grid gap-2"
        // The field after the handle is higher, and a browser does not scroll to all of a text area by Tab.
        itemClassName="bg-surface [&_button]:scroll-mb-20"
      >
        {(line, index, handle) => (
          <div className="flex items-start">
            {handle}
            <div className="min-w-0 grow">
              <LineArea
                label={label(index + 1)}
                hideLabel
                data-added={line.id}
                data-part={line.id}
                value={line.text}
                maxLength={MAX_MEAL_TEXT}
                autoComplete="off"
                {...placeholderField('line', line.text)}
                onKeyDown={(event) => onKeyDown(event, index)}
                onPaste={(event) => onPaste(event, line)}
                onChange={({ target }) => changeLine(line, withText(target.value))}
              />
              <LineReading line={line} food={food} onChange={(change) => changeLine(line, change)} />
            </div>
            <IconButton
              icon={Trash2}
              label={line.text ? m.common_remove_named({ name: line.text }) : remove(index + 1)}
              title={m.common_remove()}
              className="-mr-2"
              onClick={() =>
                onChange((current) => current.filter(({ id }) => id !== line.id), line.text || inSentence(index + 1))
              }
            />
          </div>
        )}
      </ReorderList>
      <Button variant="quiet" className="mt-2" onClick={() => add(lines.length)}>
        <Plus aria-hidden="true" className="size-5" />
        {addLabel}
      </Button>
    </div>
  )
}
