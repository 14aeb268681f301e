import { type CSSProperties, memo } from 'react'
import * as shape from './scene-shapes.ts'
import { numbersOf, type Pictured, type Scene, sceneOf } from './trip-scene.ts'

/** A colour by its lightness, chroma and hue by day; by night it is as dark as a dark page needs. */
function tone(lightness: number, chroma: number, hue: number): string {
  const night = `${(0.16 + lightness * 0.34).toFixed(3)} ${(chroma * 0.8).toFixed(3)} ${hue}`
  return `light-dark(oklch(${lightness.toFixed(3)} ${chroma} ${hue}), oklch(${night}))`
}

/** The sky from top to bottom, the sun or moon, and how much lighter or darker the land is. */
const skies = {
  day: { top: tone(0.82, 0.075, 235), low: tone(0.95, 0.03, 200), sun: tone(0.9, 0.13, 92), light: 0 },
  dawn: { top: tone(0.86, 0.06, 330), low: tone(0.94, 0.075, 70), sun: tone(0.88, 0.13, 60), light: 0.02 },
  dusk: { top: tone(0.6, 0.1, 295), low: tone(0.83, 0.13, 48), sun: tone(0.78, 0.17, 40), light: -0.08 },
  night: { top: tone(0.3, 0.07, 268), low: tone(0.48, 0.08, 262), sun: tone(0.95, 0.03, 95), light: -0.22 },
} as const

/** The land: lightness from far to near, chroma and hue; and the trees on it. */
const grounds = {
  spring: { far: 0.84, mid: 0.77, near: 0.68, chroma: 0.11, hue: 128, tree: [0.82, 0.09, 5] },
  summer: { far: 0.78, mid: 0.66, near: 0.53, chroma: 0.1, hue: 150, tree: [0.42, 0.085, 155] },
  autumn: { far: 0.8, mid: 0.7, near: 0.6, chroma: 0.115, hue: 68, tree: [0.6, 0.155, 42] },
  winter: { far: 0.88, mid: 0.92, near: 0.97, chroma: 0.015, hue: 235, tree: [0.46, 0.05, 180] },
} as const

const sand = { far: 0.76, mid: 0.7, near: 0.82, chroma: 0.09, hue: 62 }

/** A trip's own picture: the land of its destination in the season of its dates. */
export const TripPicture = memo(function TripPicture({ trip }: { trip: Pictured }) {
  const scene = sceneOf(trip)
  const { season, hour, land, seed } = scene
  const random = numbersOf(seed)
  const sky = skies[hour]
  const isLow = hour === 'dawn' || hour === 'dusk'
  const sun = {
    x: random(70, 330),
    y: isLow ? random(52, 66) : random(24, 38),
    r: isLow ? random(20, 27) : random(11, 15),
  }
  return (
    <svg
      viewBox={`0 0 ${shape.WIDTH} ${shape.HEIGHT}`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className="absolute inset-0 size-full"
      style={{ background: `linear-gradient(${sky.top}, ${sky.low})` }}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {hour === 'night' && <Line d={shape.dots(26, 4, 70, random)} colour={sky.sun} width={1.8} />}
      <circle cx={sun.x} cy={sun.y} r={sun.r * 1.7} style={{ fill: sky.sun, opacity: 0.28 }} />
      <circle cx={sun.x} cy={sun.y} r={sun.r} style={{ fill: sky.sun }} />
      {hour === 'night' && <circle cx={sun.x + 5} cy={sun.y - 3} r={sun.r * 0.85} style={{ fill: sky.top }} />}
      {land !== 'clouds' && hour !== 'night' && (
        <Area d={shape.clouds(3, 18, 44, random)} colour={tone(0.985, 0.01, 90)} opacity={0.75} />
      )}
      <Land {...scene} random={random} />
      {season === 'winter' && <Line d={shape.dots(34, 6, 110, random)} colour={tone(1, 0, 0)} width={2.6} />}
      {trip.type === 'air_travel' ? <Flight random={random} /> : <Camp random={random} isOnWater={land === 'coast'} />}
    </svg>
  )
})

function Land({ land, season, hour, random }: Scene & { random: ReturnType<typeof numbersOf> }) {
  const base = land === 'desert' ? sand : grounds[season]
  const { light } = skies[hour]
  const ground = (part: 'far' | 'mid' | 'near') => tone(base[part] + light, base.chroma, base.hue)
  const [treeLight, treeChroma, treeHue] = grounds[season].tree
  const tree = tone(treeLight + light * 0.6, treeChroma, treeHue)
  const fir = tone(0.42 + light * 0.6, 0.075, 158)
  const water = tone(0.74 + light, hour === 'dusk' ? 0.06 : 0.075, hour === 'dusk' ? 280 : 228)
  const snow = tone(0.98 + light * 0.7, 0.01, 240)
  const rock = tone(0.66 + light, 0.035, 270)
  switch (land) {
    case 'peaks': {
      const range = shape.peaks(92, 74, random)
      return (
        <>
          <Area d={range.rock} colour={rock} />
          <Area d={range.snow} colour={snow} />
          <Area d={shape.hills(104, 16, random)} colour={ground('mid')} />
          <Area d={shape.firs(13, 110, 24, random)} colour={fir} />
          <Area d={shape.hills(120, 9, random)} colour={ground('near')} />
        </>
      )
    }
    case 'hills':
      return (
        <>
          <Area d={shape.hills(82, 30, random)} colour={ground('far')} />
          <Area d={shape.hills(100, 22, random)} colour={ground('mid')} />
          <Area d={shape.roundTrees(9, 104, 26, random)} colour={tree} />
          <Area d={shape.hills(118, 12, random)} colour={ground('near')} />
        </>
      )
    case 'lake': {
      const left = random(50, 130)
      return (
        <>
          <Area d={shape.hills(76, 26, random)} colour={ground('far')} />
          <Area d={shape.firs(22, 78, 15, random)} colour={fir} opacity={0.75} />
          <Area d="M-20 76H420V128H-20z" colour={water} />
          <Line d={shape.waves(12, 84, 118, random)} colour={snow} width={1.4} opacity={0.7} />
          <Area d={`M-20 102q${Math.round(left)} -6 ${Math.round(left + 40)} 26H-20z`} colour={ground('near')} />
          <Area d={shape.firs(4, 112, 46, random, -6, left)} colour={fir} />
        </>
      )
    }
    case 'coast': {
      const start = random(200, 300)
      return (
        <>
          <Area d="M-20 72H420V128H-20z" colour={water} />
          <Area d={`M${Math.round(start)} 73q24-34 70-34 60-8 120 4V73z`} colour={ground('mid')} />
          <Line d={shape.waves(14, 78, 104, random)} colour={snow} width={1.5} opacity={0.75} />
          <Area
            d={`M${Math.round(start - 110)} 80v-24l17 24zM${Math.round(start - 113)} 80v-18l-10 18zM${Math.round(start - 126)} 83h36l-6 6h-24z`}
            colour={snow}
          />
          <Area d="M-20 112q90-16 210-4t230-6V128H-20z" colour={tone(0.87 + light, 0.06, 85)} />
        </>
      )
    }
    case 'forest':
      return (
        <>
          <Area d={shape.hills(84, 28, random)} colour={ground('far')} />
          <Area d={shape.firs(24, 96, 34, random)} colour={ground('mid')} />
          <Area d="M-20 94H420V128H-20z" colour={ground('mid')} />
          <Area d={shape.firs(12, 116, 54, random)} colour={season === 'summer' || season === 'winter' ? fir : tree} />
          <Area d={shape.hills(122, 8, random)} colour={ground('near')} />
        </>
      )
    case 'desert':
      return (
        <>
          <Area d={shape.mesas(92, 50, random)} colour={tone(0.64 + light, 0.11, 42)} />
          <Area d={shape.hills(106, 10, random)} colour={ground('mid')} />
          <Area d={shape.hills(120, 10, random)} colour={ground('near')} />
          <Line d={shape.cactuses(4, 116, random)} colour={tone(0.48 + light * 0.6, 0.08, 150)} width={4.5} />
        </>
      )
    case 'city':
      return (
        <>
          <Area d={shape.skyline(100, 66, random)} colour={tone(0.74 + light, 0.045, 285)} />
          <Area d={shape.skyline(108, 44, random)} colour={tone(0.58 + light, 0.06, 275)} />
          <Area d={shape.roundTrees(11, 116, 16, random)} colour={tree} />
          <Area d="M-20 112H420V128H-20z" colour={ground('near')} />
        </>
      )
    case 'clouds':
      return (
        <>
          <Area d={shape.cloudBank(92, 92, random)} colour={tone(0.93 + light * 0.8, 0.03, 250)} opacity={0.85} />
          <Area d={shape.cloudBank(110, 70, random)} colour={tone(0.96 + light * 0.8, 0.018, 240)} />
          <Area d={shape.cloudBank(128, 56, random)} colour={tone(0.99 + light * 0.8, 0.006, 240)} />
        </>
      )
  }
}

/** A trail to a tent. */
function Camp({ random, isOnWater }: { random: ReturnType<typeof numbersOf>; isOnWater: boolean }) {
  const x = Math.round(random(150, 300))
  const y = isOnWater ? 118 : 116
  return (
    <>
      <path
        d={`M-10 ${y + 8}Q${x - 90} ${y - 4} ${x - 14} ${y + 1}`}
        fill="none"
        className="stroke-accent"
        strokeWidth="2.4"
        strokeDasharray="1 6"
      />
      <path d={`M${x} ${y - 18}l12 19h-24z`} className="fill-accent stroke-surface" strokeWidth="1.6" />
      <path d={`M${x} ${y - 9}l5 10h-10z`} className="fill-surface" />
    </>
  )
}

/** A plane on its arc. */
function Flight({ random }: { random: ReturnType<typeof numbersOf> }) {
  const [from, top, to] = [random(62, 84), random(8, 26), random(40, 76)].map(Math.round) as [number, number, number]
  const share = random(0.4, 0.6)
  const x = 400 * share
  const y = (1 - share) ** 2 * from + 2 * share * (1 - share) * top + share ** 2 * to
  const angle = (Math.atan2(2 * (1 - share) * (top - from) + 2 * share * (to - top), 400) * 180) / Math.PI
  return (
    <>
      <path
        d={`M0 ${from}Q200 ${top} 400 ${to}`}
        fill="none"
        className="stroke-accent"
        strokeWidth="2.2"
        strokeDasharray="1 6"
      />
      <path
        d="m20 0-15-3.4L-4-16h-5l5 12.6-9 .6L-18-9h-3l2.4 9-2.4 9h3l5-6.2 9 .6L-9 16h5L5 3.4z"
        className="fill-accent stroke-surface"
        strokeWidth="1.5"
        transform={`translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${angle.toFixed(0)})`}
      />
    </>
  )
}

interface PathProps {
  d: string
  colour: string
  opacity?: number
}

function Area({ d, colour, opacity }: PathProps) {
  return <path d={d} style={{ fill: colour, opacity }} />
}

function Line({ d, colour, width, opacity }: PathProps & { width: number }) {
  const style: CSSProperties = { fill: 'none', stroke: colour, opacity }
  return <path d={d} strokeWidth={width} style={style} />
}
