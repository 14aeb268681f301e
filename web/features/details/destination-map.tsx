import { Map as MapIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Details } from '#domain/plan/details.ts'
import { findWebAddress } from '#domain/web-address.ts'
import * as m from '#messages'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { MAP_ROW, openDetail } from './open-detail.ts'

/** The map loads once its address has not changed for this long, not with every key. */
const SETTLED_MS = 1000

/** The destination's map in a sandboxed frame. */
export function DestinationMap({
  details,
  canEdit,
  action,
  children,
}: {
  details: Details
  canEdit: boolean
  /** Beside the sentence that there is no map. */
  action?: ReactNode
  /** Where the trip's places lie. */
  children?: ReactNode
}) {
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
        <div className="flex flex-wrap items-center gap-x-4">
          <p className="text-muted">{m.details_map_none()}</p>
          {canEdit && <TextButton onClick={() => openDetail(MAP_ROW)}>{m.details_map_add()}</TextButton>}
          {action}
        </div>
      )}
      {children}
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
