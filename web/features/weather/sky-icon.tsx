import {
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudHail,
  CloudLightning,
  CloudRain,
  CloudRainWind,
  CloudSnow,
  CloudSun,
  type LucideIcon,
  Sun,
  SunDim,
} from 'lucide-react'
import type { Sky } from '#domain/weather/weather-code.ts'

const icons: Record<Sky, LucideIcon> = {
  clear: Sun,
  mostly_clear: SunDim,
  partly_cloudy: CloudSun,
  cloudy: Cloud,
  fog: CloudFog,
  drizzle: CloudDrizzle,
  rain: CloudRain,
  heavy_rain: CloudRainWind,
  ice: CloudHail,
  snow: CloudSnow,
  thunderstorm: CloudLightning,
}

/** What it will look like. The words beside it say so too. */
export function SkyIcon({ sky, className }: { sky: Sky; className: string }) {
  const Icon = icons[sky]
  return <Icon aria-hidden="true" strokeWidth={1.75} className={className} />
}
