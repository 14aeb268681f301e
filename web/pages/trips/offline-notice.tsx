import { CloudOff } from 'lucide-react'
import * as m from '#messages'
import { Notice } from '#web/ui/notice.tsx'

/** Render it in a live region. */
export function OfflineNotice() {
  return (
    <div className="mb-5">
      <Notice icon={CloudOff}>{m.trips_offline()}</Notice>
    </div>
  )
}
