import * as m from '#messages'
import { useReservedPlace } from './reserved-place.ts'

export function Loading({ text, className = '' }: { text: string; className?: string }) {
  return (
    <div role="status" className={`flex items-center justify-center gap-3 p-8 text-muted ${className}`}>
      <Compass />
      {text}
    </div>
  )
}

/** Reserves the place of a page's content while it loads: what follows stays out of sight until then. */
export function LoadingPlace({ text }: { text: string }) {
  useReservedPlace()
  return (
    <div className="min-h-dvh">
      <Loading text={text} />
    </div>
  )
}

/** A whole page that is loading. The next page replaces it as a whole. */
export function LoadingPage({ text }: { text: string }) {
  useReservedPlace()
  return (
    <main data-loading className="grid grow place-items-center">
      <h1 className="sr-only">{m.common_app_name()}</h1>
      <Loading text={text} />
    </main>
  )
}

function Compass() {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden="true"
      className="size-8 shrink-0"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="16" cy="16" r="13.5" className="stroke-edge" strokeWidth="1.6" />
      <path d="M16 3.5v3m0 19v3m12.5-12.5h-3m-19 0h-3" className="stroke-edge" strokeWidth="1.6" />
      <g className="origin-center animate-bearing">
        <path d="m16 6 3.2 10h-6.4z" className="fill-accent" />
        <path d="m16 26-3.2-10h6.4z" className="fill-action" />
      </g>
      <circle cx="16" cy="16" r="1.5" className="fill-surface" />
    </svg>
  )
}
