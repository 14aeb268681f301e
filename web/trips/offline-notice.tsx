import { CloudOff } from 'lucide-react'
import { Notice } from '#web/ui/notice.tsx'

/** Calm: what can be done without a network goes on. It comes into a region that is read out. */
export function OfflineNotice() {
  return (
    <div className="mb-5">
      <Notice icon={CloudOff}>
        You’re offline. Trips on this device still open, and we’ll send your changes when you’re back online.
      </Notice>
    </div>
  )
}
