import { useState } from 'react'
import { type Bed, type BedKind, bedKinds, MAX_BED_PLACES, MAX_BED_TEXT } from '#domain/plan/beds.ts'
import * as m from '#messages'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { kindNames } from './bed-words.ts'
import { EntryDialog } from './entry-dialog.tsx'

interface BedDialogProps {
  /** What is entered so far, or the bed as it is now. */
  bed: Bed
  isNew: boolean
  title: string
  /** `isTyped`: the change comes letter by letter. */
  onChange: (change: Partial<Bed>, isTyped?: boolean) => void
  onAdd: (bed: Bed) => void
  onRemove: (bed: Bed) => void
  onClose: () => void
}

/** Only the kind and the seats are needed. */
export function BedDialog({ bed, isNew, title, onChange, onAdd, onRemove, onClose }: BedDialogProps) {
  const [isValid, setIsValid] = useState(true)
  return (
    <EntryDialog
      {...{ title, isNew, onClose, isValid }}
      remove={m.beds_remove()}
      onAdd={() => onAdd(bed)}
      onRemove={() => onRemove(bed)}
    >
      <Field label={m.beds_kind_label()}>
        {(wiring) => (
          <select
            {...wiring}
            value={bed.kind}
            onChange={({ target }) => onChange({ kind: target.value as BedKind })}
            className={fieldLook}
          >
            {bedKinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindNames[kind]()}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={m.beds_name_label()}
        placeholder={m.beds_name_example()}
        value={bed.name}
        maxLength={MAX_BED_TEXT}
        onChange={({ target }) => onChange({ name: target.value }, true)}
      />
      <Stepper
        label={m.beds_places_label()}
        isLabelShown
        value={bed.places}
        min={1}
        max={MAX_BED_PLACES}
        onChange={(places, isTyped) => onChange({ places }, isTyped)}
        onValid={setIsValid}
      />
      <TextField
        label={m.beds_note_label()}
        value={bed.note}
        maxLength={MAX_BED_TEXT}
        onChange={({ target }) => onChange({ note: target.value }, true)}
      />
    </EntryDialog>
  )
}
