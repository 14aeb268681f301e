import { CloudSun } from 'lucide-react'
import { useEffect } from 'react'
import { canAskWeather, weatherRequest } from '#domain/ai/prompts.ts'
import type { Details } from '#domain/plan/details.ts'
import type { Trip } from '#domain/trip.ts'
import { useAiText } from '#web/data/trips/ai-texts.ts'
import { AiPanel } from './ai-panel.tsx'

const texts = {
  none: 'Weather information unavailable at this time.',
  failed: 'Failed to fetch weather information. Please check your AI provider key and try again.',
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
      title="AI Weather Forecast"
      icon={CloudSun}
      button="Get Weather"
      loading="Getting weather..."
      errorTitle="Weather Error"
      hint="Enter a destination above to get its weather"
      control={canAsk ? control : { ...control, state: { status: 'idle' } }}
      question={canAsk ? (model) => weatherRequest(model, trip.type, details) : undefined}
    />
  )
}
