import type { ReactNode } from 'react'
import { canShareTrip } from '#domain/access.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { CheckBox } from '#web/ui/check-box.tsx'
import { Segments } from '#web/ui/segments.tsx'
import type { Paper } from './paper-size.ts'
import { type SheetKind, sheetKinds, sheetTitles } from './sheet.ts'
import type { Choices } from './use-choices.ts'
import type { Sheets } from './use-sheets.ts'

const notes: Partial<Record<SheetKind, () => string>> = {
  cover: m.print_note_cover,
  overview: m.print_note_overview,
  days: m.print_note_days,
  menus: m.print_note_menus,
  shopping: m.print_note_shopping,
  packing: m.print_note_packing,
  'own-packing': m.print_note_own_packing,
  rota: m.print_note_rota,
  seats: m.print_note_seats,
}

const papersToChoose: readonly { value: Paper; label: string }[] = [
  { value: 'a4', label: m.print_a4() },
  { value: 'letter', label: m.print_letter() },
]

interface ChoicesFormProps {
  trip: Trip
  sheets: Sheets
  choices: Choices
  /** Whether the code on the cover is to be a share link. */
  isShareLink: boolean
  onShareLink: (isShareLink: boolean) => void
}

export function ChoicesForm({ trip, sheets, choices, isShareLink, onShareLink }: ChoicesFormProps) {
  const isChosen = (kind: SheetKind) => choices.sheets.has(kind) && sheets.filled.has(kind)
  return (
    <div className="grid gap-4">
      <fieldset className="min-w-0">
        <legend className="sr-only">{m.print_sheets()}</legend>
        <ul>
          {sheetKinds.map((kind) => {
            const isFilled = sheets.filled.has(kind)
            if (!isFilled && HIDDEN_IF_EMPTY.has(kind)) return null
            return (
              <li key={kind} className="max-w-none border-b border-line/60 last:border-b-0">
                {isFilled ? (
                  <CheckBox
                    checked={isChosen(kind)}
                    isStruck={false}
                    onChange={(checked) => choices.toggle(kind, checked)}
                  >
                    <Words title={sheetTitles[kind]()}>{noteOn(kind, sheets)}</Words>
                  </CheckBox>
                ) : (
                  <div className="py-2 pl-10">
                    <Words title={sheetTitles[kind]()}>{m.print_nothing_here()}</Words>
                  </div>
                )}
                {kind === 'cover' && isChosen('cover') && canShareTrip(trip) && (
                  <div className="pb-2 pl-10">
                    <CheckBox checked={isShareLink} isStruck={false} onChange={onShareLink}>
                      <Words title={m.print_share_link()}>{m.print_share_link_note()}</Words>
                    </CheckBox>
                  </div>
                )}
              </li>
            )
          })}
        </ul>
      </fieldset>
      <div className="grid gap-1.5">
        <p className="text-sm font-semibold" aria-hidden="true">
          {m.print_paper()}
        </p>
        <Segments legend={m.print_paper()} options={papersToChoose} value={choices.paper} onChange={choices.setPaper} />
      </div>
      <CheckBox checked={choices.isApart} isStruck={false} onChange={choices.setApart}>
        <Words title={m.print_apart()}>{m.print_apart_note()}</Words>
      </CheckBox>
    </div>
  )
}

/** Hidden when empty: they need a role or something that most trips lack. */
const HIDDEN_IF_EMPTY = new Set<SheetKind>(['own-packing', 'contacts'])

function noteOn(kind: SheetKind, sheets: Sheets): string {
  const count = sheets.privateOn(kind)
  if (kind === 'contacts') return m.print_note_contacts({ count })
  if (kind === 'emergency') return count > 0 ? m.print_note_emergency({ count }) : m.print_note_emergency_places()
  if (kind === 'costs') return m.print_note_costs()
  return notes[kind]?.() ?? ''
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <span className="block min-w-0">
      {title}
      <span className="block text-sm text-muted">{children}</span>
    </span>
  )
}
