import { Map as MapIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { canOpenTrip } from '#domain/access.ts'
import * as m from '#messages'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { agree, hasAgreed } from '#web/data/storage/agreed-services.ts'
import type { TripMapProps } from '#web/trip-core/places/map-pin.ts'
import { usePlaceConfig } from '#web/trip-core/places/use-place-config.ts'
import { Button } from '#web/ui/button.tsx'

/** A map with the trip's places. Where the browser cannot draw one, what is drawn without it. */
export function TripMap(props: TripMapProps) {
  const [canDraw] = useState(hasWebGl)
  if (canDraw)
    return canOpenTrip(props.trip) ? <DetailedMap {...props} /> : <MapFrame {...props} detailed={undefined} />
  return <WithoutMap why={m.map_without_webgl()}>{props.withoutMap}</WithoutMap>
}

function WithoutMap({ why, children }: { why: string; children: ReactNode }) {
  return (
    <div>
      {children}
      <p className="mt-2 text-sm text-muted">{why}</p>
    </div>
  )
}

/** With the detailed map of others, once the person has agreed to it for this trip. */
function DetailedMap(props: TripMapProps) {
  const { id: person } = useUser()
  const isOnline = useIsOnline()
  const service = usePlaceConfig()?.map
  const [isAgreed, setIsAgreed] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const isDetailed = service && (isAgreed || hasAgreed(person, props.trip.id, service.name))
  function press({ name }: { name: string }): void {
    agree(person, props.trip.id, name)
    setIsAgreed(true)
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <MapFrame
        {...props}
        detailed={isDetailed && isOnline && !hasFailed ? service : undefined}
        onFailed={() => setHasFailed(true)}
      />
      {service && isOnline && !isDetailed && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Button variant="quiet" onClick={() => press(service)}>
            <MapIcon aria-hidden="true" className="size-5" />
            {m.map_detailed()}
          </Button>
          <p className="min-w-0 grow basis-56 text-sm text-muted">{m.map_detailed_what({ service: service.name })}</p>
        </div>
      )}
      {service && hasFailed && (
        <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <p className="min-w-0 grow basis-56 text-sm">{m.map_detailed_failed({ service: service.name })}</p>
          <Button variant="quiet" onClick={() => setHasFailed(false)}>
            {m.map_detailed_again()}
          </Button>
        </div>
      )}
    </div>
  )
}

interface MapFrameProps extends TripMapProps {
  detailed: { style: string; dark_style: string } | undefined
  onFailed?: () => void
}

/** Without a network a map that was never opened on this device is missing: it comes with the network. */
function MapFrame({ pins, onOpen, picking, withoutMap, detailed, onFailed = () => {} }: MapFrameProps) {
  const isOnline = useIsOnline()
  const [LoadedMap, setLoadedMap] = useState<typeof import('./loaded-map.tsx').LoadedMap>()
  const [isMissing, setIsMissing] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the network it is tried again
  useEffect(() => {
    let isGone = false
    setIsMissing(false)
    import('./loaded-map.tsx').then(
      (code) => isGone || setLoadedMap(() => code.LoadedMap),
      () => isGone || setIsMissing(true),
    )
    return () => {
      isGone = true
    }
  }, [isOnline])
  if (isMissing) return <WithoutMap why={m.map_missing()}>{withoutMap}</WithoutMap>
  return (
    <div className="h-[45dvh] min-h-72 overflow-hidden rounded-md border border-line bg-page lg:h-[70dvh]">
      {LoadedMap && (
        <LoadedMap {...{ pins, onOpen, picking, detailed, onFailed }} onMissing={() => setIsMissing(true)} />
      )}
    </div>
  )
}

/** Whether this browser can draw a map. */
export function hasWebGl(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null
  } catch {
    return false
  }
}
