import { Map as MapIcon } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { canOpenTrip } from '#domain/access.ts'
import type { PlaceConfig } from '#domain/api/places.ts'
import * as m from '#messages'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { agree, hasAgreed } from '#web/data/storage/agreed-services.ts'
import type { TripMapProps } from '#web/trip-core/places/map-pin.ts'
import { usePlaceConfig } from '#web/trip-core/places/use-place-config.ts'
import { Button } from '#web/ui/button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'

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

/** With the detailed map of others, once the person has agreed to it for this trip. */
function DetailedMap(props: TripMapProps) {
  const { id: person } = useUser()
  const isOnline = useIsOnline()
  const config = usePlaceConfig()
  const [isAgreed, setIsAgreed] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const service = config?.map
  // Not that of a search, which may go to the same host.
  const agreement = service ? `map ${service.name}` : ''
  // That of this server needs none.
  const isDetailed = service && (service.name === '' || isAgreed || hasAgreed(person, props.trip.id, agreement))
  function press(): void {
    agree(person, props.trip.id, agreement)
    setIsAgreed(true)
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <MapFrame
        {...props}
        detailed={isDetailed && isOnline && !hasFailed ? service : undefined}
        onFailed={() => setHasFailed(true)}
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
          <p className="min-w-0 grow basis-56 text-sm">
            {service.name === '' ? m.map_file_failed() : m.map_detailed_failed({ service: service.name })}
          </p>
          <Button variant="quiet" onClick={() => setHasFailed(false)}>
            {m.map_again()}
          </Button>
        </div>
      )}
    </div>
  )
}

interface MapFrameProps extends TripMapProps {
  detailed: PlaceConfig['map'] | undefined
  onFailed?: () => void
}

/** Without a network, a map that was never opened on this device is missing. */
function MapFrame({ withoutMap, trip: _trip, onReady, detailed, onFailed = () => {}, ...props }: MapFrameProps) {
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
      {LoadedMap && (
        <LoadedMap {...{ ...props, onFailed }} detailed={detailed ?? undefined} onMissing={() => setIsMissing(true)} />
      )}
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
