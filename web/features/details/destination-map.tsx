import { Map as MapIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Details } from '#domain/plan/details.ts'
import { findWebAddress } from '#domain/web-address.ts'
import * as m from '#messages'
import { Panel } from '#web/ui/panel.tsx'

/** The map loads once its address has not changed for this long, not with every key. */
const SETTLED_MS = 1000

/** The destination's map in a sandboxed frame. */
export function DestinationMap({ details }: { details: Details }) {
  const place = details.destination_name
  const address = useSettled(findWebAddress(details.map_embed_url))
  return (
    <Panel isQuiet title={m.details_map_title()} icon={MapIcon} className="h-full">
      {address ? (
        <iframe
          key={address}
          src={address}
          title={place ? m.details_map_of_place({ place }) : m.details_map_of_destination()}
          height={400}
          loading="lazy"
          sandbox="allow-scripts allow-same-origin allow-popups"
          referrerPolicy="no-referrer"
          className="w-full rounded-md border border-line bg-page"
        />
      ) : (
        <p className="text-muted">{m.details_map_none()}</p>
      )}
    </Panel>
  )
}

function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
