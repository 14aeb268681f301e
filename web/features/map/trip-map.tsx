import { Map as MapIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { canOpenTrip } from '#domain/access.ts'
import type { Bounds } from '#domain/places/bounds.ts'
import * as m from '#messages'
import { useMapArea } from '#web/data/offline/use-map-area.ts'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { agree, hasAgreed } from '#web/data/storage/agreed-services.ts'
import type { MapService } from '#web/data/storage/map-areas.ts'
import type { TripMapProps } from '#web/trip-core/places/map-pin.ts'
import { usePlaceConfig } from '#web/trip-core/places/use-place-config.ts'
import { Button } from '#web/ui/button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import type { DetailedMap as ShownMap } from './detailed-style.ts'
import { useAreaChoice } from './use-area-choice.ts'

const AreaControl = lazy(async () => ({
  default: (await importWithRetry(() => import('./area-control.tsx'))).AreaControl,
}))

/** A map with the trip's places. Where the browser cannot draw one, what is drawn without it. */
export function TripMap(props: TripMapProps) {
  const [canDraw] = useState(hasWebGl)
  if (!canDraw) return <WithoutMap why={m.map_without_webgl()}>{props.withoutMap}</WithoutMap>
  return canOpenTrip(props.trip) ? <DetailedMap {...props} /> : <MapFrame {...props} detailed={undefined} />
}

interface WithoutMapProps {
  why: string
  onRetry?: () => void
  children: ReactNode
}

function WithoutMap({ why, onRetry, children }: WithoutMapProps) {
  return (
    <div>
      {children}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="min-w-0 grow basis-56 text-sm text-muted">{why}</p>
        {onRetry && (
          <Button variant="quiet" onClick={onRetry}>
            {m.map_again()}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Without an answer of the server for so long, what is saved on this device is shown. */
const CONFIG_MS = 2000
const noBoxes: readonly Bounds[] = []

/** With the detailed map of others, once the person has agreed to it for this trip, or with what is saved of it. */
function DetailedMap(props: TripMapProps) {
  const { id: person } = useUser()
  const tripId = props.trip.id
  const isOnline = useIsOnline()
  const config = usePlaceConfig()
  const { area, state } = useMapArea(tripId)
  const choice = useAreaChoice(props)
  const [isAgreed, setIsAgreed] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const [isSavedBroken, setIsSavedBroken] = useState(false)
  const isWaiting = useIsWaiting(isOnline && config === undefined)
  const service = config?.map
  // Not that of a search, which may go to the same host.
  const agreement = service ? `map ${service.name}` : ''
  // That of this server needs none.
  const isDetailed = service && (service.name === '' || isAgreed || hasAgreed(person, tripId, agreement))
  const live = isDetailed && isOnline && !hasFailed ? service : undefined
  const begun = state.begun && state.begun.done > 0 ? state.begun : undefined
  const kept = isSavedBroken ? undefined : (state.saved ?? begun)
  const isCurrent = service && kept && isSameMap(service, kept.map)
  const shown = live ?? (isWaiting ? undefined : kept?.map)
  const saved = kept && { userId: person, tripId, facts: kept.facts }
  function press(): void {
    agree(person, tripId, agreement)
    setIsAgreed(true)
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <MapFrame
        {...props}
        detailed={
          shown && state.stage !== 'looking'
            ? { map: shown, isLive: live !== undefined, area: live && !isCurrent ? undefined : saved }
            : undefined
        }
        onView={choice.onView}
        outline={choice.outline}
        onFailed={() => (live ? setHasFailed(true) : setIsSavedBroken(true))}
      />
      {isOnline && !isDetailed && service !== null && (
        // Its room is there before the server has said which service it is.
        <div className={`flex flex-wrap items-center gap-x-4 gap-y-1 ${service ? '' : 'invisible'}`}>
          <Button variant="quiet" onClick={press}>
            <MapIcon aria-hidden="true" className="size-5" />
            {m.map_detailed()}
          </Button>
          <p className="min-w-0 grow basis-56 text-sm text-muted">
            {m.map_detailed_what({ service: service?.name ?? '' })}
          </p>
        </div>
      )}
      {service && hasFailed && (
        <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <p className="min-w-0 grow basis-56 text-sm">{describeFailure(service.name, kept !== undefined)}</p>
          <Button variant="quiet" onClick={() => setHasFailed(false)}>
            {m.map_again()}
          </Button>
        </div>
      )}
      {state.stage !== 'looking' && (live || state.saved || state.begun) && (
        <Suspense fallback={<div className="min-h-12" />}>
          <AreaControl
            {...{ tripId, area, state, choice }}
            pins={props.pins}
            service={isDetailed && isOnline ? service : undefined}
          />
        </Suspense>
      )}
    </div>
  )
}

const isSameMap = (one: MapService, other: MapService) =>
  one.style === other.style && one.dark_style === other.dark_style && one.pmtiles === other.pmtiles

function describeFailure(service: string, hasSaved: boolean): string {
  if (hasSaved) return m.map_failed_saved()
  return service === '' ? m.map_file_failed() : m.map_detailed_failed({ service })
}

/** Whether something is missing, and not for long. */
function useIsWaiting(isMissing: boolean): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!isMissing) return
    const timer = setTimeout(() => setIsOver(true), CONFIG_MS)
    return () => clearTimeout(timer)
  }, [isMissing])
  return isMissing && !isOver
}

interface MapFrameProps extends TripMapProps {
  detailed: ShownMap | undefined
  onFailed?: () => void
  onView?: ((view: Bounds) => void) | undefined
  outline?: readonly Bounds[]
}

/** Without a network, a map that was never opened on this device is missing. */
function MapFrame({ withoutMap, trip: _trip, onReady, onFailed = () => {}, ...rest }: MapFrameProps) {
  const props = { onView: undefined, outline: noBoxes, ...rest }
  const isOnline = useIsOnline()
  const [LoadedMap, setLoadedMap] = useState<typeof import('./loaded-map.tsx').LoadedMap>()
  const [isMissing, setIsMissing] = useState(false)
  useEffect(() => {
    let isGone = false
    setIsMissing(false)
    const load = () => import('./loaded-map.tsx')
    const loading = isOnline ? importWithRetry(load) : load()
    loading.then(
      (code) => isGone || setLoadedMap(() => code.LoadedMap),
      () => isGone || setIsMissing(true),
    )
    return () => {
      isGone = true
    }
  }, [isOnline])
  const isReady = LoadedMap !== undefined && !isMissing
  const tell = useEffectEvent(() => {
    onReady(isReady)
    if (isMissing) props.picking?.onCancel()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it says something when one of these changes
  useEffect(() => tell(), [isReady, isMissing])
  if (isMissing)
    return (
      <WithoutMap why={m.map_missing()} onRetry={() => setIsMissing(false)}>
        {withoutMap}
      </WithoutMap>
    )
  return (
    <div className="h-[45dvh] min-h-72 overflow-hidden rounded-md border border-line bg-page lg:h-[70dvh]">
      {LoadedMap && <LoadedMap {...{ ...props, onFailed }} onMissing={() => setIsMissing(true)} />}
    </div>
  )
}

function hasWebGl(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null
  } catch {
    return false
  }
}
