import { LocateFixed, Map as MapIcon, MapPin, Plane, Plus, Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { FoundPlace } from '#domain/api/places.ts'
import { formatPosition, type Position, positionText } from '#domain/places/position.ts'
import { readPosition } from '#domain/places/read-position.ts'
import { newPlace, type Place, type PlaceKind, withChange } from '#domain/plan/places.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { CheckBox } from '#web/ui/check-box.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { focusInvalid } from '#web/ui/focus-invalid.ts'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { PlaceFields, type PlaceFieldsProps } from './place-fields.tsx'
import { countryName, positionError } from './place-words.ts'
import { type FoundElsewhere, SearchElsewhere } from './search-elsewhere.tsx'
import { useOwnPosition } from './use-own-position.ts'
import { usePlaceSearch } from './use-place-search.ts'

interface AddPlaceDialogProps extends Pick<PlaceFieldsProps, 'days' | 'dates' | 'people'> {
  tripId: string
  /** What is searched for at first: what somebody typed as the destination. */
  initialQuery: string
  /** What is looked for. */
  kind: PlaceKind
  /** Whether to offer that it is the destination, and whether that is chosen at first. */
  destination: 'not offered' | 'offered' | 'chosen'
  /** A point of the map that somebody has chosen: what is left is to describe it. */
  at: Position | undefined
  /** Lets somebody choose a point of the map; undefined without a map. */
  onPickOnMap: (() => void) | undefined
  /** Where what is found is looked for first. */
  near: Position | undefined
  onAdd: (place: Place, isDestination: boolean) => void
  onClose: () => void
}

/** Adds a place in two steps: which one, then what the group should know about it. */
export function AddPlaceDialog(props: AddPlaceDialogProps) {
  const { at, kind } = props
  const [query, setQuery] = useState(props.initialQuery)
  const [elsewhere, setElsewhere] = useState<FoundElsewhere>()
  const [place, setPlace] = useState<Place | undefined>(
    () => at && newPlace(newId(), { kind, position: positionText(at) }),
  )
  if (!place) {
    const describe: OnFound = (about) => setPlace(newPlace(newId(), { kind, ...about }))
    const search = { query, onQuery: setQuery, elsewhere, onElsewhere: setElsewhere }
    return <FindPlace {...props} {...search} onFound={describe} />
  }
  return (
    <DescribePlace
      {...props}
      place={place}
      onChange={(change) => setPlace(withChange(place, change))}
      onBack={() => setPlace(undefined)}
    />
  )
}

type OnFound = (about: Pick<Place, 'name'> & Partial<Place>) => void

interface FindPlaceProps extends Pick<AddPlaceDialogProps, 'tripId' | 'near' | 'onPickOnMap' | 'onClose'> {
  query: string
  onQuery: (query: string) => void
  elsewhere: FoundElsewhere | undefined
  onElsewhere: (found: FoundElsewhere) => void
  onFound: OnFound
}

function FindPlace({
  tripId,
  near,
  query,
  onQuery,
  elsewhere,
  onElsewhere,
  onFound,
  onPickOnMap,
  onClose,
}: FindPlaceProps) {
  const isOnline = useIsOnline()
  const form = useId()
  const list = useRef<HTMLUListElement>(null)
  const read = readPosition(query, near)
  const isName = read.is === 'none'
  const { found, isSearching, hasFailed } = usePlaceSearch(isName ? query : '', near)
  const own = useOwnPosition((position) => onFound({ name: '', position: positionText(position) }))
  const name = query.trim()
  const error = positionError(read) ?? (hasFailed ? m.places_find_failed() : undefined)
  const choose = (one: FoundPlace) =>
    onFound({ name: foundName(one), position: positionText(one), country: one.country })

  /** Enter takes what was read; of what was found, somebody chooses. */
  function submit(event: FormEvent) {
    event.preventDefault()
    if (read.is === 'position') onFound({ name: read.name ?? '', position: positionText(read.position) })
    else if (!isSearching) list.current?.querySelector('button')?.focus()
  }

  return (
    <Modal open onClose={onClose} title={m.places_add()} closeLabel={m.common_close()}>
      <form id={form} noValidate className="grid grid-cols-1 gap-4" onSubmit={submit}>
        <TextField
          label={m.places_find_label()}
          hint={m.places_find_hint()}
          error={error}
          value={query}
          autoComplete="off"
          enterKeyHint="search"
          onChange={({ target }) => onQuery(target.value)}
        />
        <ul ref={list} aria-label={m.places_find_results()} className="grid grid-cols-1">
          {read.is === 'position' && (
            <Choice
              icon={<MapPin aria-hidden="true" className="size-5 shrink-0" />}
              onClick={() => onFound({ name: read.name ?? '', position: positionText(read.position) })}
            >
              {read.name ? `${read.name} · ` : ''}
              {m.places_find_use({ position: formatPosition(read.position) })}
            </Choice>
          )}
          {isName && found?.map((one) => <FoundChoice key={keyOf(one)} found={one} onChoose={choose} />)}
        </ul>
        <p role="status" className="-mt-2 text-sm text-muted empty:hidden">
          {isName && name !== '' && statusOf({ found, isSearching, isOnline })}
        </p>
        <SearchElsewhere {...{ tripId, near }} query={isName ? name : ''} found={elsewhere} onFound={onElsewhere}>
          {(places) => places.map((one) => <FoundChoice key={keyOf(one)} found={one} onChoose={choose} />)}
        </SearchElsewhere>
        <ul className="grid grid-cols-1 border-t border-line pt-2">
          {own.isOffered && (
            <Choice icon={<LocateFixed aria-hidden="true" className="size-5 shrink-0" />} onClick={own.find}>
              {own.isFinding ? m.places_find_here_busy() : m.places_find_here()}
            </Choice>
          )}
          {onPickOnMap && (
            <Choice icon={<MapIcon aria-hidden="true" className="size-5 shrink-0" />} onClick={onPickOnMap}>
              {m.places_find_on_map()}
            </Choice>
          )}
          {isName && name !== '' && (
            <Choice icon={<Plus aria-hidden="true" className="size-5 shrink-0" />} onClick={() => onFound({ name })}>
              {m.places_find_named({ name })}
            </Choice>
          )}
        </ul>
        {own.hasFailed && <ErrorBox message={m.places_find_here_failed()} />}
        <p className="text-sm text-muted">{m.places_credit()}</p>
      </form>
    </Modal>
  )
}

function statusOf({
  found,
  isSearching,
  isOnline,
}: {
  found: readonly FoundPlace[] | undefined
  isSearching: boolean
  isOnline: boolean
}): string {
  if (isSearching) return found ? '' : m.places_find_searching()
  if (!isOnline) return m.places_find_offline()
  return found?.length === 0 ? m.places_find_none() : ''
}

interface ChoiceProps {
  icon: ReactNode
  note?: string
  onClick: () => void
  children: ReactNode
}

function Choice({ icon, note, onClick, children }: ChoiceProps) {
  return (
    <li className="max-w-none">
      <button
        type="button"
        onClick={onClick}
        className="touch -mx-2 flex w-[calc(100%+1rem)] items-center gap-3 rounded-md px-2 py-1.5 text-left text-action hover:bg-action-soft"
      >
        {icon}
        <span className="min-w-0 wrap-anywhere">
          {children}
          {note && <span className="block text-sm text-muted">{note}</span>}
        </span>
      </button>
    </li>
  )
}

const icons = { city: MapPin, airport: Plane, other: Search }

function FoundChoice({ found, onChoose }: { found: FoundPlace; onChoose: (found: FoundPlace) => void }) {
  const { name, code, kind } = found
  const Icon = icons[kind]
  return (
    <Choice
      icon={<Icon aria-hidden="true" className="size-5 shrink-0" />}
      note={regionOf(found)}
      onClick={() => onChoose(found)}
    >
      {code ? `${name} (${code})` : name}
    </Choice>
  )
}

const keyOf = ({ name, lat, lon, code }: FoundPlace) => `${name} ${code} ${lat},${lon}`

/** 'Ontario, Canada'. */
function regionOf({ region, country }: FoundPlace): string {
  return [region, country && countryName(country)].filter(Boolean).join(', ')
}

/** A town with what tells it from others of its name: 'Killarney, Ontario'. */
function foundName({ name, region, kind }: FoundPlace): string {
  return kind === 'city' && region !== '' && region !== name ? `${name}, ${region}` : name
}

interface DescribePlaceProps
  extends Omit<AddPlaceDialogProps, 'initialQuery' | 'kind' | 'tripId' | 'near' | 'at' | 'onPickOnMap'> {
  place: Place
  onChange: (change: Partial<Place>) => void
  /** To the search, which is as it was left. */
  onBack: () => void
}

function DescribePlace({
  place,
  destination,
  days,
  dates,
  people,
  onChange,
  onBack,
  onAdd,
  onClose,
}: DescribePlaceProps) {
  const form = useId()
  const [isDestination, setIsDestination] = useState(destination === 'chosen')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (focusInvalid(event.target as Element)) return
    onAdd({ ...place, name: place.name.trim() }, isDestination)
    onClose()
  }
  const footer = <FormFooter form={form} submit={m.common_add()} back={m.places_find_back()} onCancel={onBack} />
  return (
    <Modal open onClose={onClose} title={m.places_add()} closeLabel={m.common_close()} footer={footer}>
      <form id={form} noValidate className="grid gap-4" onSubmit={submit}>
        <PlaceFields {...{ place, days, dates, people }} onChange={onChange} />
        {destination !== 'not offered' && (
          <CheckBox checked={isDestination} isStruck={false} onChange={setIsDestination}>
            {m.places_add_destination()}
          </CheckBox>
        )}
      </form>
    </Modal>
  )
}
