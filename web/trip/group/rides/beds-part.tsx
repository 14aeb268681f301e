import * as m from '#messages'
import { useSection } from '#web/data/trips/use-section.ts'
import { SectionState } from '../../section-state.tsx'
import type { TabProps } from '../../tab.ts'

export function BedsPart({ trip, failures }: TabProps) {
  const section = useSection(trip.id, 'beds')
  if (!section) return <SectionState loading={m.rides_loading()} failure={failures?.beds} />
  return (
    <section aria-label={m.rides_beds_title()}>
      <h2 className="text-xl">{m.rides_beds_title()}</h2>
    </section>
  )
}
