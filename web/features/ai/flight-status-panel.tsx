import { PlaneLanding } from 'lucide-react'
import { flightQuestion, flightStatusRequest } from '#domain/ai/prompts.ts'
import type { Details } from '#domain/plan/details.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { type AiQuestion, useAiText } from '#web/data/trips/ai-texts.ts'
import { AiPanel } from './ai-panel.tsx'

const texts = {
  none: m.details_flight_status_empty(),
  failed: m.details_flight_status_failed(),
}

/** A made-up flight status, marked as simulated. */
export function FlightStatusPanel({ trip, details }: { trip: Trip; details: Details }) {
  return (
    <AiPanel
      title={m.details_flight_status_title()}
      icon={PlaneLanding}
      button={m.details_flight_status_ask()}
      loading={m.details_flight_status_asking()}
      errorTitle={m.details_flight_status_error()}
      missing={m.details_flight_status_missing()}
      hint={m.details_flight_status_hint()}
      control={useAiText(trip.id, 'flight', findQuestion(details), texts)}
      mark={
        <p className="sign w-fit rounded-sm bg-warn-soft px-2 py-1 text-sm text-warn">
          {m.details_flight_status_simulated()}
        </p>
      }
    />
  )
}

function findQuestion(details: Details): AiQuestion | undefined {
  const question = flightQuestion(details)
  if (!question) return undefined
  const {
    carrier,
    flight_number: number,
    departure_airport: from,
    arrival_airport: to,
    departure_date: date,
  } = question
  return {
    subject: [carrier, number, from, to].join('\n'),
    about: details.departure_date
      ? m.details_flight_status_about({ carrier, number, from, to, date })
      : m.details_flight_status_about_undated({ carrier, number, from, to, date }),
    build: (model) => flightStatusRequest(model, question),
  }
}
