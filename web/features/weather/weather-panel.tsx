import { CloudSun } from 'lucide-react'
import type { ComponentProps } from 'react'
import * as m from '#messages'
import { Panel } from '#web/ui/panel.tsx'
import { Forecast } from './forecast.tsx'

/** The forecast on its own, for those who cannot ask an AI for one. */
export function WeatherPanel(props: ComponentProps<typeof Forecast>) {
  return (
    <Panel isQuiet title={m.weather_title()} icon={CloudSun}>
      <Forecast {...props} />
    </Panel>
  )
}
