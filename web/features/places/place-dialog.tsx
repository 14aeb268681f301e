import { Flag } from 'lucide-react'
import { useRef } from 'react'
import type { PlaceUse } from '#domain/places/place-refs.ts'
import { formatPosition, parsePositionText } from '#domain/places/position.ts'
import * as m from '#messages'
import { NavigateButton } from '#web/trip-core/places/navigate-button.tsx'
import { placeKindName, placeName } from '#web/trip-core/places/place-kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { DoneFooter } from '#web/ui/done-footer.tsx'
import { focusInvalid } from '#web/ui/focus-invalid.ts'
import { Modal } from '#web/ui/modal.tsx'
import { PlaceFields, type PlaceFieldsProps } from './place-fields.tsx'
import { placeUseText } from './place-words.ts'

interface PlaceDialogProps extends Omit<PlaceFieldsProps, 'onChange'> {
  isDestination: boolean
  uses: readonly PlaceUse[]
  /** The name of the person whose place it is; '' for nobody. */
  who: string
  /** These three are undefined for people who may not edit. */
  onChange: PlaceFieldsProps['onChange'] | undefined
  onMakeDestination: (() => void) | undefined
  onRemove: (() => void) | undefined
  onClose: () => void
}

/** All about a place. For editors each field is saved as it is typed. */
export function PlaceDialog({ place, isDestination, uses, who, ...props }: PlaceDialogProps) {
  const { days, dates, people, onChange, onMakeDestination, onRemove, onClose } = props
  const content = useRef<HTMLDivElement>(null)
  const position = parsePositionText(place.position)
  const name = placeName(place)
  const footer = (
    <DoneFooter
      remove={m.places_remove()}
      onRemove={onRemove}
      onDone={() => focusInvalid(content.current) || onClose()}
    />
  )
  return (
    <Modal open isForReading onClose={onClose} title={name} footer={footer}>
      <div ref={content} className="grid gap-5">
        <div className="flex flex-wrap gap-3">
          {position && <NavigateButton position={position} name={name} />}
          {onMakeDestination && (
            // It keeps the focus when it has been pressed.
            <Button
              variant="quiet"
              aria-disabled={isDestination || undefined}
              onClick={() => isDestination || onMakeDestination()}
            >
              <Flag aria-hidden="true" className="size-5" />
              {isDestination ? m.places_is_destination() : m.places_make_destination()}
            </Button>
          )}
        </div>
        {isDestination && !onMakeDestination && <p className="text-muted">{m.places_is_destination()}</p>}
        {onChange ? (
          <PlaceFields {...{ place, days, dates, people, onChange }} />
        ) : (
          <div className="grid gap-2">
            <p className="text-muted">{[placeKindName(place.kind), who].filter(Boolean).join(' · ')}</p>
            {position && <p className="tabular-nums">{formatPosition(position)}</p>}
            {place.note.trim() && <p className="whitespace-pre-line wrap-anywhere">{place.note}</p>}
          </div>
        )}
        {uses.length > 0 && (
          <section aria-label={m.places_uses()} className="grid gap-1">
            <h3 className="text-base">{m.places_uses()}</h3>
            <ul>
              {[...new Set(uses.map(placeUseText))].map((text) => (
                <li key={text} className="wrap-anywhere">
                  {text}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Modal>
  )
}
