import { CloudSun } from 'lucide-react'
import { useEffect } from 'react'
import { canAskWeather, weatherRequest } from '#domain/ai/prompts.ts'
import type { Details } from '#domain/plan/details.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useAiText } from '#web/data/trips/ai-texts.ts'
import { AiPanel } from './ai-panel.tsx'

const texts = {
  none: m.details_weather_empty(),
  failed: m.details_weather_failed(),
}

/** An AI forecast. Without a destination it is disabled and hides its text until there is one again. */
export function WeatherPanel({ trip, details }: { trip: Trip; details: Details }) {
  const control = useAiText(trip.id, 'weather', texts)
  const canAsk = canAskWeather(details)
  const { clear } = control
  const isStale = !canAsk && (control.state.status === 'asking' || control.state.status === 'failed')
  useEffect(() => {
    if (isStale) clear()
  })
  return (
    <AiPanel
      title={m.details_weather_title()}
      icon={CloudSun}
      button={m.details_weather_ask()}
      loading={m.details_weather_asking()}
      errorTitle={m.details_weather_error()}
      hint={m.details_weather_hint()}
      hintSentence={m.details_weather_hint_sentence()}
      control={canAsk ? control : { ...control, state: { status: 'idle' } }}
      question={canAsk ? (model) => weatherRequest(model, trip.type, details) : undefined}
    />
  )
}
