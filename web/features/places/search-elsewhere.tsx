import { Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FoundPlace, PlaceSearchResponse } from '#domain/api/places.ts'
import type { Position } from '#domain/places/position.ts'
import * as m from '#messages'
import { errorText } from '#web/data/http/error-text.ts'
import { geocode } from '#web/data/places/places.ts'
import { useAsyncAction } from '#web/data/react/use-async-action.ts'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { agree, hasAgreed } from '#web/data/storage/agreed-services.ts'
import { usePlaceConfig } from '#web/trip-core/places/use-place-config.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'

export interface FoundElsewhere extends PlaceSearchResponse {
  query: string
}

interface SearchElsewhereProps {
  tripId: string
  /** '' if there is nothing to search for. */
  query: string
  near: Position | undefined
  /** What was found last, for which query; `onFound` stores it. */
  found: FoundElsewhere | undefined
  onFound: (found: FoundElsewhere) => void
  children: (places: readonly FoundPlace[]) => ReactNode
}

/** Parks, lakes and campsites, which a service of others knows. It is asked when somebody presses the button. */
export function SearchElsewhere({ tripId, query, near, found, onFound, children }: SearchElsewhereProps) {
  const isOnline = useIsOnline()
  const { id: person } = useUser()
  const geocoder = usePlaceConfig()?.geocoder
  const [isAsking, setIsAsking] = useState(false)
  const search = useAsyncAction(async (text: string) => ({ query: text, ...(await geocode(text, near)) }), onFound)
  if (!geocoder || !isOnline) return null
  const service = geocoder.name
  const shown = found?.query === query ? found : undefined
  function press(): void {
    const isAgreed = isAsking || hasAgreed(person, tripId, service)
    setIsAsking(!isAgreed)
    if (!isAgreed) return
    agree(person, tripId, service)
    search.send(query)
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      {shown && (
        <>
          <ul className="grid grid-cols-1">{children(shown.places)}</ul>
          <p role="status" className="text-sm text-muted">
            {shown.places.length === 0 ? m.places_find_more_none({ service }) : shown.attribution.join(' ')}
          </p>
        </>
      )}
      {search.error && <ErrorBox message={errorText(search.error, m.places_find_failed()) ?? ''} />}
      {query !== '' && !shown && (
        <>
          {isAsking && <p className="text-sm">{m.places_find_agree({ service })}</p>}
          <Button variant="quiet" className="justify-self-start" busy={search.isPending} onClick={press}>
            <Search aria-hidden="true" className="size-5" />
            {search.isPending
              ? m.places_find_more_busy({ service })
              : isAsking
                ? m.places_find_agree_button({ service })
                : m.places_find_more()}
          </Button>
        </>
      )}
    </div>
  )
}
