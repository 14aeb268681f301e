import { useId, useState } from 'react'
import { contentsOfLine, markedTags, tagsByWords, tagsIn, withMark } from '#domain/food/marks.ts'
import { type ContentTag, contentTags, type Line } from '#domain/plan/meals.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { contentName, contentNames } from './food-words.ts'

interface LineMarksProps {
  line: Line
  onChange: (change: Partial<Line>) => void
}

/** What a line contains: what its words say, and what people marked. It never says that a line is safe. */
export function LineMarks({ line, onChange }: LineMarksProps) {
  const [isOpen, setIsOpen] = useState(false)
  const title = useId()
  const ticked = Object.fromEntries(tagsIn(contentsOfLine(line)).map((tag) => [tag, true]))
  function change(changed: Partial<Record<ContentTag, boolean>>) {
    const [tag] = contentTags.filter((one) => one in changed)
    if (tag) onChange({ marks: withMark(line, tag, changed[tag] ?? false) })
  }
  return (
    <section aria-labelledby={title} className="grid gap-2">
      <div className="flex items-center gap-3">
        <h3 id={title} className="grow text-base">
          {m.food_marks_title()}
        </h3>
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? m.food_marks_hide() : m.food_marks_change()}
        </Button>
      </div>
      <Summary line={line} />
      {isOpen && (
        <Chips
          legend={m.food_marks_legend()}
          words={contentTags}
          nameOf={contentName}
          ticked={ticked}
          onChange={change}
        />
      )}
      <p className="text-sm text-muted">{m.food_warnings_help()}</p>
    </section>
  )
}

function Summary({ line }: { line: Line }) {
  const { contained, denied } = markedTags(line)
  const byWords = tagsByWords(line).filter((tag) => !denied.includes(tag))
  const marked = contained.filter((tag) => !byWords.includes(tag))
  return (
    <div>
      {byWords.length > 0 && <p>{m.food_marks_by_words({ contents: contentNames(byWords) })}</p>}
      {marked.length > 0 && <p>{m.food_marks_contained({ contents: contentNames(marked) })}</p>}
      {denied.length > 0 && <p>{m.food_marks_denied({ contents: contentNames(denied) })}</p>}
      {byWords.length + marked.length + denied.length === 0 && <p>{m.food_marks_none()}</p>}
    </div>
  )
}
