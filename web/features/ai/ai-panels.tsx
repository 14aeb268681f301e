import type { ReactNode } from 'react'
import type { Details } from '#domain/plan/details.ts'
import type { Trip } from '#domain/trip.ts'
import { loadAiStatus } from '#web/data/trips/ai-texts.ts'
import { FlightStatusPanel } from './flight-status-panel.tsx'
import { WeatherPanel } from './weather-panel.tsx'

export { loadAiStatus }

interface AiPanelsProps {
  trip: Trip
  details: Details
  /** The real forecast, which is another feature's. */
  forecast: ReactNode
  /** Whether the forecast has days, which need the whole width. */
  isWide: boolean
}

/** The AI panels of a trip, for people who may use them: each request costs the operator money. */
export function AiPanels({ trip, details, forecast, isWide }: AiPanelsProps) {
  const flight = trip.type === 'air_travel' && <FlightStatusPanel trip={trip} details={details} />
  return (
    <>
      {!isWide && flight}
      <div className={isWide ? 'lg:col-span-full' : 'grid'}>
        <WeatherPanel trip={trip} details={details} forecast={forecast} />
      </div>
      {isWide && flight}
    </>
  )
}
