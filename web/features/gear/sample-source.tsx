import { Link } from 'wouter'
import { canEditPlan } from '#domain/access.ts'
import type { Trip } from '#domain/trip.ts'

interface SampleSourceProps {
  trip: Trip
  /** The trip's tab with the sample. */
  tab: string
  text: string
  /** What the link to it says. */
  link: string
}

/** Says that a list of the group's page comes from a sample, and leads to it. */
export function SampleSource({ trip, tab, text, link }: SampleSourceProps) {
  return (
    <p className="-my-2 flex flex-wrap items-center gap-x-3 text-sm text-muted print:hidden">
      {text}
      {canEditPlan(trip) && (
        <Link
          href={`/trip/${trip.id}?tab=${tab}`}
          className="touch inline-flex items-center text-action underline underline-offset-4"
        >
          {link}
        </Link>
      )}
    </p>
  )
}
