import { CloudOff } from 'lucide-react'
import { Notice } from '#web/ui/notice.tsx'

/** Render it in a live region. */
export function OfflineNotice() {
  return (
    <div className="mb-5">
      <Notice icon={CloudOff}>
        You’re offline. Trips on this device still open, and we’ll send your changes when you’re back online.
      </Notice>
    </div>
  )
}
