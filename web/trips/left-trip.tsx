import { Signpost, X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import type { LeftPage } from '#web/data/session/left-page.ts'
import { importWithRetry } from '#web/import-with-retry.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

const SharedName = lazy(async () => ({
  default: (await importWithRetry(() => import('./shared-name.tsx'))).SharedName,
}))

const UNKNOWN = 'Someone sent you a link to view their trip.'

interface LeftTripProps {
  left: LeftPage
  /** The trip's name, if the list has it. */
  name: string | undefined
  /** Called when the trip is opened or dismissed. */
  onDone: () => void
}

/** Offers the trip that somebody had open, or wanted to open, before they signed in. All of it is one link. */
export function LeftTrip({ left, name, onDone }: LeftTripProps) {
  return (
    <section className="neatline relative mb-6 flex max-w-3xl items-center gap-4 rounded-lg border border-edge/60 bg-surface p-4 pr-2">
      <Signpost aria-hidden="true" className="size-8 shrink-0 text-accent" />
      <div className="min-w-0 grow">
        <h2 className="text-lg">{left.isShared ? 'A trip was shared with you' : 'Continue where you left off'}</h2>
        {left.isShared && (
          <p className="truncate">
            <strong>{name}</strong>
            {name === undefined && (
              <Suspense fallback={UNKNOWN}>
                <SharedName tripId={left.tripId} token={tokenOf(left.path)} unknown={UNKNOWN} />
              </Suspense>
            )}
          </p>
        )}
        <Link
          href={left.path}
          onClick={onDone}
          className="touch inline-flex items-center text-action underline underline-offset-4 after:absolute after:inset-0"
        >
          {left.isShared ? 'Open the shared trip' : name ? `Open “${name}”` : 'Open the trip'}
        </Link>
      </div>
      <IconButton icon={X} label="Dismiss" title="Dismiss" onClick={onDone} className="relative z-1 self-start" />
    </section>
  )
}

const tokenOf = (path: string) => new URLSearchParams(path.split('?')[1]).get('token') || undefined
