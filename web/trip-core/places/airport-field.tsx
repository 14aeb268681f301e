import { Plane } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import {
  type Airport,
  type AirportOrText,
  type Airports,
  airportText,
  placeOfAirport,
} from '#domain/places/airports.ts'
import * as m from '#messages'
import { Field, type FieldTexts, fieldLook } from '#web/ui/field.tsx'
import { useAirports } from './use-airports.ts'

interface AirportFieldProps extends FieldTexts {
  value: AirportOrText
  onChange: (value: AirportOrText) => void
  className?: string
  maxLength?: number
  /** On a phone, the suggestions are as wide as what is `relative` around the field. */
  hasWideList?: boolean
}

const MAX_SUGGESTIONS = 6
/**
 * What counts as a code without being chosen. Small letters do not: who types 'Bus' or 'van' means neither Batumi nor
 * the airport of Van, and a phone's keyboard makes 'Rom' of 'rom'.
 */
const CODE = /^[A-Z]{3}$/
const CODE_AT_END = /\(([A-Z]{3})\)$/
const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

/**
 * Where a journey begins or ends: any text, which suggests airports while it is typed. The suggestions lie over what is
 * below, so that nothing moves. Until the airports are loaded it is a plain text field.
 */
export function AirportField({ value, onChange, maxLength, hasWideList = false, ...texts }: AirportFieldProps) {
  const airports = useAirports()
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const text = airportText(value)
  const found = isOpen && airports ? airports.search(text, MAX_SUGGESTIONS) : []
  const isShown = found.length > 0

  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const choose = (airport: Airport) => {
    onChange(placeOfAirport(airport))
    close()
  }
  const typeText = (typed: string) => {
    const airport = airports && airportWithText(airports, typed)
    onChange(airport ? placeOfAirport(airport) : { code: '', name: typed, zone: '' })
    setOpen(true)
    setActive(-1)
  }
  /** The airport whose code was typed in capitals and nothing else. */
  const typedCode = () => (value.code === '' && CODE.test(text.trim()) ? airports?.find(text) : undefined)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const { key } = event
    const airport = found[active]
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (event.altKey || (!isShown && key === 'ArrowUp')) return
      event.preventDefault()
      setOpen(true)
      // After the last one comes the text itself.
      const places = found.length + 1
      setActive(isShown ? ((active + 1 + (key === 'ArrowDown' ? 1 : -1) + places) % places) - 1 : 0)
    } else if (key === 'Enter') {
      // Pressed while airports are offered, it means one of them: 'lis' is the code of the first.
      const [first] = found
      const chosen = airport ?? typedCode() ?? (first?.code === text.trim().toUpperCase() ? first : undefined)
      if (!chosen && !isShown) return
      // The next one submits the form, once somebody has seen what was chosen.
      event.preventDefault()
      if (chosen) choose(chosen)
      else close()
    } else if (key === 'Tab' && airport) choose(airport)
  }

  useCloseByEscape(isShown, input, close)

  return (
    <Field {...texts}>
      {(wiring) => (
        <div className={hasWideList ? 'md:relative' : 'relative'}>
          <input
            {...wiring}
            ref={input}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={isShown ? list : undefined}
            aria-activedescendant={found[active] ? `${list}-${active}` : undefined}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            value={text}
            maxLength={maxLength}
            onChange={({ target }) => typeText(target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => {
              const airport = typedCode()
              if (airport) choose(airport)
              else close()
            }}
            className={fieldLook}
          />
          {isShown && <Suggestions {...{ list, found, active }} isWide={hasWideList} onChoose={choose} />}
          <span role="status" className="sr-only">
            {isShown && m.airports_found({ count: found.length })}
          </span>
        </div>
      )}
    </Field>
  )
}

/** The airport that a text says as the field shows it: a letter that was typed and deleted changes nothing. */
function airportWithText(airports: Airports, text: string): Airport | undefined {
  const [, code = ''] = CODE_AT_END.exec(text) ?? []
  const airport = airports.find(code)
  return airport && airportText(placeOfAirport(airport)) === text ? airport : undefined
}

/** Closes the suggestions only. On the window, since a dialog around the field listens at the document. */
function useCloseByEscape(isShown: boolean, input: { current: HTMLInputElement | null }, close: () => void) {
  const latest = useRef(close)
  useLayoutEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!isShown) return
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || document.activeElement !== input.current) return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [isShown, input])
}

interface SuggestionsProps {
  list: string
  found: readonly Airport[]
  active: number
  isWide: boolean
  onChoose: (airport: Airport) => void
}

function Suggestions({ list, found, active, isWide, onChoose }: SuggestionsProps) {
  const box = useRef<HTMLDivElement>(null)
  // Below the last field of a dialog it would be out of sight.
  useLayoutEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useLayoutEffect(() => {
    if (active >= 0) box.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={box}
      id={list}
      role="listbox"
      // What scrolls would be the next stop of the Tab key, and is gone by then.
      tabIndex={-1}
      aria-label={m.airports_suggestions()}
      // A press leaves the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      className={`absolute inset-x-0 ${isWide ? 'md:top-full' : 'top-full'} z-20 mt-1 max-h-[min(19rem,45dvh)] scroll-my-2 overflow-y-auto overscroll-contain rounded-md border border-edge bg-raised py-1 shadow-lifted`}
    >
      {found.map((airport, index) => (
        <button
          key={airport.code}
          id={`${list}-${index}`}
          type="button"
          role="option"
          // By keyboard, the arrow keys of the field choose.
          tabIndex={-1}
          aria-selected={index === active}
          onClick={() => onChoose(airport)}
          className={`touch flex w-full items-center gap-3 px-3 py-1.5 text-left ${index === active ? 'bg-action-soft' : 'hover:bg-action-soft'}`}
        >
          <Plane aria-hidden="true" className="size-5 shrink-0 text-action" />
          <span className="min-w-0 wrap-anywhere">
            {airportText(placeOfAirport(airport))}
            <span className="block text-sm text-muted">{whereIs(airport)}</span>
          </span>
        </button>
      ))}
    </div>
  )
}

/** What tells it from others: 'Logan, Massachusetts, United States'. */
function whereIs({ name, label, city, region, country }: Airport): string {
  const parts = [name === label ? '' : name, region === city ? '' : region, countryNames.of(country) ?? country]
  return parts.filter(Boolean).join(', ')
}
