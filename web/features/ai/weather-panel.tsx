import { CloudSun } from 'lucide-react'
import { weatherQuestion, weatherRequest } from '#domain/ai/prompts.ts'
import type { Details } from '#domain/plan/details.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { type AiQuestion, useAiText } from '#web/data/trips/ai-texts.ts'
import { AiPanel } from './ai-panel.tsx'

const texts = {
  none: m.details_weather_empty(),
  failed: m.details_weather_failed(),
}

/** An AI forecast for the trip's destination. */
export function WeatherPanel({ trip, details }: { trip: Trip; details: Details }) {
  return (
    <AiPanel
      title={m.details_weather_title()}
      icon={CloudSun}
      button={m.details_weather_ask()}
      loading={m.details_weather_asking()}
      errorTitle={m.details_weather_error()}
      hint={m.details_weather_hint()}
      control={useAiText(trip.id, 'weather', findQuestion(trip, details), texts)}
    />
  )
}

function findQuestion({ type }: Trip, details: Details): AiQuestion | undefined {
  const question = weatherQuestion(type, details)
  if (!question) return undefined
  const { destination: place, from, to } = question
  const hasDates = details.departure_date || details.return_date
  return {
    subject: place,
    about: !hasDates
      ? m.details_weather_about_undated({ place, from, to })
      : from === to
        ? m.details_weather_about_day({ place, date: from })
        : m.details_weather_about({ place, from, to }),
    build: (model) => weatherRequest(model, type, question),
  }
}
