import { Signpost, X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import * as m from '#messages'
import type { ReturnTarget } from '#web/data/session/return-target.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'

const SharedName = lazy(async () => ({
  default: (await importWithRetry(() => import('./shared-name.tsx'))).SharedName,
}))

interface LeftTripProps {
  left: ReturnTarget
  /** The trip's name, if the list has it. */
  name: string | undefined
  /** Called when the trip is opened or dismissed. */
  onDone: () => void
}

/** Offers the trip that somebody had open, or wanted to open, before they signed in. All of it is one link. */
export function ContinueTrip({ left, name, onDone }: LeftTripProps) {
  return (
    <section className="neatline relative mb-6 flex items-center gap-4 rounded-lg border border-edge/60 bg-surface p-4 pr-2">
      <Signpost aria-hidden="true" className="size-8 shrink-0 text-accent" />
      <div className="min-w-0 grow">
        <h2 className="text-lg">{left.isShared ? m.trips_left_shared_title() : m.trips_left_title()}</h2>
        {left.isShared && (
          <p className="truncate">
            <strong>{name}</strong>
            {name === undefined && (
              <Suspense fallback={m.trips_left_shared_unknown()}>
                <SharedName tripId={left.tripId} token={tokenOf(left.path)} unknown={m.trips_left_shared_unknown()} />
              </Suspense>
            )}
          </p>
        )}
        <Link
          href={left.path}
          onClick={onDone}
          className="touch inline-flex items-center text-action underline underline-offset-4 after:absolute after:inset-0"
        >
          {left.isShared
            ? m.trips_left_open_shared()
            : name
              ? m.trips_left_open({ name })
              : m.trips_left_open_unknown()}
        </Link>
      </div>
      <IconButton
        icon={X}
        label={m.common_dismiss()}
        title={m.common_dismiss()}
        onClick={onDone}
        className="relative z-1 self-start"
      />
    </section>
  )
}

const tokenOf = (path: string) => new URLSearchParams(path.split('?')[1]).get('token') || undefined
