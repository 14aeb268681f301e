import { NotebookPen, Plus, Trash2 } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { MAX_ENTRIES } from '#domain/operations/apply.ts'
import { MAX_NOTE, type Note } from '#domain/plan/notes.ts'
import { listPersons } from '#domain/plan/people.ts'
import { pathOf } from '#domain/templates/own-parts.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { type EditableSection, isEditable, type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { insertPastedLines } from '#web/trip-core/editing/pasted-lines.ts'
import { useFocusOnAdded } from '#web/trip-core/editing/use-focus-on-added.ts'
import { useOpenInPlace } from '#web/trip-core/editing/use-open-in-place.ts'
import {
  AdoptButton,
  RestoreSample,
  SampleHeader,
  SampleParts,
  SampleTag,
  useIsSamplePart,
  useSample,
} from '#web/trip-core/sample/sample.tsx'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton, seenInUse } from '#web/ui/icon-button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { moveItem, ReorderList } from '#web/ui/reorder-list.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'

export function NotesPanel({ trip, notes }: { trip: Trip; notes: ShownSection<'notes'> }) {
  const people = useSection(trip.id, 'people')?.value ?? []
  const details = useSection(trip.id, 'details')?.value
  const [isOpened, setIsOpened] = useState(false)
  const isEditor = isEditable(notes)
  // A sample helps who begins to plan. Later people would take it for the plan.
  const isMeant = listPersons(people).length < 2 && details?.departure_date === ''
  const [undo, setUndo] = useState<Undo>()
  const sample = useSample({ of: 'notes', trip, section: notes, offerUndo: setUndo })
  const isFolded = sample?.isAll === true && !isMeant && !isOpened
  const show = isFolded && <TextButton onClick={() => setIsOpened(true)}>{m.notes_sample_show()}</TextButton>
  return (
    <Panel title={m.notes_title()} icon={NotebookPen}>
      {isEditor ? (
        <SampleParts sample={sample}>
          <SampleHeader {...{ sample, trip, show }} of="notes" section={notes} offerUndo={setUndo} />
          <EditableNotes {...{ trip, notes, undo, setUndo }} isFolded={isFolded} />
        </SampleParts>
      ) : (
        <div className="grid gap-3">
          <SampleHeader {...{ sample, trip, show }} of="notes" section={notes} />
          <SampleParts sample={sample}>{!isFolded && <NoteList notes={notes.value} />}</SampleParts>
        </div>
      )}
    </Panel>
  )
}

function NoteList({ notes }: { notes: Note[] }) {
  if (notes.length === 0) return <p className="text-muted">{m.notes_none()}</p>
  return (
    <ol className="grid gap-3">
      {notes.map(({ id, text }, index) => (
        <li key={id} className="flex gap-2">
          <NoteNumber number={index + 1} />
          <div className="min-w-0">
            <p className="wrap-anywhere whitespace-pre-line">{text}</p>
            <SampleTag path={pathOf.note({ id })} part={notes[index] ?? null} />
          </div>
        </li>
      ))}
    </ol>
  )
}

function NoteNumber({ number }: { number: number }) {
  return (
    <span aria-hidden="true" className="min-w-7 shrink-0 text-right text-accent tabular-nums">
      {number}.
    </span>
  )
}

interface EditableNotesProps {
  trip: Trip
  notes: EditableSection<'notes'>
  /** Whether it is a sample that is not shown. */
  isFolded: boolean
  undo: Undo | undefined
  setUndo: (undo: Undo | undefined) => void
}

/** Each note is text that a press opens in place, and is saved at once. Enter adds the next one. */
function EditableNotes({ trip, notes: section, isFolded, undo, setUndo }: EditableNotesProps) {
  const { value: notes, edit } = section
  const root = useRef<HTMLDivElement>(null)
  const focusOn = useFocusOnAdded(root)
  const [added, setAdded] = useState('')
  /** Notes that were added here and have been open since. */
  const fresh = useRef(new Set<string>())

  function open(id: string, caret?: 'end') {
    setAdded(id)
    focusOn(id, caret)
  }

  function add(index: number) {
    const note: Note = { id: newId(), text: '' }
    fresh.current.add(note.id)
    // In place of a sample that nobody sees.
    const undo = edit(
      (current) => (isFolded ? [note] : [...current.slice(0, index), note, ...current.slice(index)]),
      'at-once',
    )
    if (isFolded) setUndo({ text: m.plan_sample_cleared(), undo })
    open(note.id)
  }

  function write(id: string, text: string) {
    edit((current) => current.map((other) => (other.id === id ? { ...other, text } : other)), 'at-once')
  }

  /** Removes a note that was added here and has no text. One that somebody else has written in stays. */
  function dropBlank(id: string) {
    edit((current) => current.filter((note) => note.id !== id || note.text), 'at-once')
  }

  function remove(note: Note, index: number) {
    if (!note.text && fresh.current.has(note.id)) return dropBlank(note.id)
    const undo = edit((current) => current.filter(({ id }) => id !== note.id), 'at-once')
    setUndo({ text: m.notes_removed({ number: index + 1 }), undo })
  }

  /** Enter adds the next note; Shift+Enter breaks the line. */
  function onKeyDown(event: KeyboardEvent, index: number) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    add(index + 1)
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>, note: Note) {
    const pasted = insertPastedLines(event, MAX_NOTE, MAX_ENTRIES - notes.length)
    if (!pasted) return
    const wasFresh = fresh.current.delete(note.id)
    const more = pasted.more.map(({ text }) => ({ id: newId(), text }))
    const undo = edit(
      (current) =>
        current.flatMap((other) => (other.id === note.id ? [{ ...other, text: pasted.text }, ...more] : [other])),
      'at-once',
    )
    const count = more.length + 1
    setUndo({
      text: m.notes_pasted({ count }),
      undo() {
        undo()
        if (wasFresh) dropBlank(note.id)
      },
    })
    open(more.at(-1)?.id ?? note.id, 'end')
  }

  return (
    <>
      <div ref={root} className="grid gap-3">
        <ReorderList
          items={isFolded ? [] : notes}
          ordered
          nameOf={(_, index) => m.notes_in_sentence({ number: index + 1 })}
          onMove={(id, index) => edit((current) => moveItem(current, id, index), 'at-once')}
          itemClassName="bg-surface"
        >
          {(note, index, handle) => (
            <NoteEntry
              note={note}
              number={index + 1}
              handle={handle}
              startsOpen={note.id === added}
              onKeyDown={(event) => onKeyDown(event, index)}
              onPaste={(event) => onPaste(event, note)}
              onText={(text) => write(note.id, text)}
              onLeave={() => fresh.current.delete(note.id) && dropBlank(note.id)}
              onRemove={() => remove(note, index)}
            />
          )}
        </ReorderList>
        <div className="flex flex-wrap gap-3">
          <Button variant="quiet" onClick={() => add(notes.length)}>
            <Plus aria-hidden="true" className="size-5" />
            {m.notes_add()}
          </Button>
          {notes.length === 0 && <RestoreSample of="notes" trip={trip} section={section} offerUndo={setUndo} />}
        </div>
      </div>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </>
  )
}

interface NoteEntryProps {
  note: Note
  number: number
  handle: ReactNode
  /** Whether it was just added: its field is open. */
  startsOpen: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void
  onText: (text: string) => void
  /** Called when its field closes, also when another tab opens. */
  onLeave: () => void
  onRemove: () => void
}

function NoteEntry({
  note,
  number,
  handle,
  startsOpen,
  onKeyDown,
  onPaste,
  onText,
  onLeave,
  onRemove,
}: NoteEntryProps) {
  const { isOpen, wiring } = useOpenInPlace(startsOpen)
  const isSample = useIsSamplePart(pathOf.note(note), note)
  const leave = useEffectEvent(onLeave)
  const isInUse = useRef(false)
  useEffect(() => {
    if (!isOpen) return
    isInUse.current = true
    return () => {
      isInUse.current = false
      // Strict mode runs this once more at the start.
      queueMicrotask(() => isInUse.current || leave())
    }
  }, [isOpen])
  return (
    <div
      {...wiring}
      data-opening
      className={`group flex flex-wrap items-start gap-1 outline-none ${isOpen ? 'py-1' : 'cursor-text'}`}
    >
      {handle}
      <div className="pointer-events-none -ml-3 shrink-0 pt-2.5">
        <NoteNumber number={number} />
      </div>
      {/* With large text it comes below, so that no word breaks. */}
      <div className="relative min-w-0 grow basis-28">
        {isOpen ? (
          <TextArea
            label={m.notes_number({ number })}
            hideLabel
            data-added={note.id}
            value={note.text}
            maxLength={MAX_NOTE}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onChange={({ target }) => onText(target.value)}
          />
        ) : (
          <>
            <p
              className={`px-3 py-2.5 wrap-anywhere whitespace-pre-wrap ${note.text && !isSample ? '' : 'text-muted'}`}
            >
              {note.text || m.notes_empty()}
            </p>
            {/* For keyboards and screen readers. Pointers press the text, which can also be selected. */}
            <button
              type="button"
              data-opens
              aria-label={m.notes_edit_label({ number })}
              className="pointer-events-none absolute inset-0 rounded-md"
            />
          </>
        )}
      </div>
      {isSample && (
        <AdoptButton
          part={pathOf.note(note)}
          text={m.plan_sample_use_part()}
          label={m.plan_sample_use_named({ name: m.notes_in_sentence({ number }) })}
        />
      )}
      <IconButton
        icon={Trash2}
        label={m.notes_delete_label({ number })}
        title={m.notes_delete()}
        className={`-mr-2.5 ${isOpen ? '' : seenInUse}`}
        onClick={onRemove}
      />
    </div>
  )
}
