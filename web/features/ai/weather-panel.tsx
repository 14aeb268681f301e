import { CloudSun } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ForecastFacts, forecastFacts } from '#domain/ai/forecast-facts.ts'
import { weatherQuestion, weatherRequest } from '#domain/ai/prompts.ts'
import type { Details } from '#domain/plan/details.ts'
import type { Trip } from '#domain/trip.ts'
import { weatherDays } from '#domain/weather/weather-days.ts'
import { weatherKey } from '#domain/weather/weather-position.ts'
import * as m from '#messages'
import { useUser } from '#web/data/session/use-session.ts'
import { type AiQuestion, useAiText } from '#web/data/trips/ai-texts.ts'
import { findForecast } from '#web/data/trips/weather.ts'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { weatherPlaces } from '#web/trip-core/weather/weather-places.ts'
import { AiPanel } from './ai-panel.tsx'

const texts = {
  none: m.details_weather_empty(),
  failed: m.details_weather_failed(),
}

interface WeatherPanelProps {
  trip: Trip
  details: Details
  /** The forecast of a weather service. */
  forecast: ReactNode
}

/** An AI forecast for the trip's destination, below the real one. */
export function WeatherPanel({ trip, details, forecast }: WeatherPanelProps) {
  const { id } = useUser()
  const places = useDerived(trip, weatherPlaces)
  const { date: today } = useTripClock(trip.id)
  const listFacts = () => {
    const destination = places?.find(({ isDestination }) => isDestination)
    const known = destination && findForecast(id, trip.id, weatherKey(destination.position))
    const shown = weatherDays(details, today)
    return known && shown.is === 'days' ? forecastFacts(known, shown.days) : []
  }
  return (
    <AiPanel
      title={m.details_weather_title()}
      icon={CloudSun}
      button={m.details_weather_ask()}
      loading={m.details_weather_asking()}
      errorTitle={m.details_weather_error()}
      hint={m.details_weather_hint()}
      above={forecast}
      control={useAiText(trip.id, 'weather', findQuestion(trip, details, listFacts), texts)}
    />
  )
}

function findQuestion(
  { type }: Trip,
  details: Details,
  listFacts: () => readonly ForecastFacts[],
): AiQuestion | undefined {
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
    build: (model) => weatherRequest(model, type, question, listFacts()),
  }
}
