import type { Details } from '#domain/plan/details.ts'
import type { Trip } from '#domain/trip.ts'
import { loadAiStatus } from '#web/data/trips/ai-texts.ts'
import { FlightStatusPanel } from './flight-status-panel.tsx'
import { WeatherPanel } from './weather-panel.tsx'

export { loadAiStatus }

/** The AI panels of a trip, for people who may use them: each request costs the operator money. */
export function AiPanels({ trip, details }: { trip: Trip; details: Details }) {
  return (
    <>
      {trip.type === 'air_travel' && <FlightStatusPanel trip={trip} details={details} />}
      <WeatherPanel trip={trip} details={details} />
    </>
  )
}
