import { PlaneLanding } from 'lucide-react'
import { canAskFlightStatus, flightStatusRequest } from '#domain/ai/prompts.ts'
import type { Details } from '#domain/plan/details.ts'
import type { Trip } from '#domain/trip.ts'
import { useAiText } from '#web/data/trips/ai-texts.ts'
import { AiPanel } from './ai-panel.tsx'

const texts = {
  none: 'Flight status information unavailable at this time.',
  failed: 'Failed to fetch flight status information. Please check your AI provider key and try again.',
}

/** A made-up flight status, marked as simulated. */
export function FlightStatusPanel({ trip, details }: { trip: Trip; details: Details }) {
  const control = useAiText(trip.id, 'flight', texts)
  return (
    <AiPanel
      title="AI Flight Status Update"
      icon={PlaneLanding}
      button="Get Flight Status"
      loading="Getting flight status..."
      errorTitle="Flight Status Error"
      missing="Flight details are incomplete"
      hint="Complete flight details above to get status updates"
      control={control}
      question={canAskFlightStatus(details) ? (model) => flightStatusRequest(model, details) : undefined}
      mark={
        <p className="sign w-fit rounded-sm bg-warn-soft px-2 py-1 text-sm text-warn">
          Simulated: this isn’t real flight data
        </p>
      }
    />
  )
}
