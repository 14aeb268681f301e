import { useEffect, useId, useRef, useState } from 'react'
import { formatByteSize } from '#domain/byte-size.ts'
import type { Bounds } from '#domain/places/bounds.ts'
import * as m from '#messages'
import { findFreeSpace } from '#web/data/offline/lasting-storage.ts'
import { MAX_AREA_BYTES } from '#web/data/offline/map-area.ts'
import type { MapService } from '#web/data/storage/map-areas.ts'
import { Button } from '#web/ui/button.tsx'
import { type AreaSize, measureArea } from './area-size.ts'
import type { AreaChoice, AreaKind } from './use-area-choice.ts'

/** A map that is still moving is not measured. */
const SETTLE_MS = 500

interface AreaPanelProps {
  service: MapService
  choice: AreaChoice
  isOffline: boolean
  onSave: (boxes: readonly Bounds[]) => void
  onClose: () => void
}

/** Chooses the area to save. It lies below the map, so that the map can be moved meanwhile. */
export function AreaPanel({ service, choice, isOffline, onSave, onClose }: AreaPanelProps) {
  const { kind, setKind, boxes, hasPlaces } = choice
  const { measured, retry } = useSize(service, boxes)
  const form = useRef<HTMLFieldSetElement>(null)
  const statusId = useId()
  useEffect(() => {
    // After the panel before it has given the focus back.
    form.current?.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true })
    form.current?.closest('form')?.scrollIntoView({ block: 'nearest' })
  }, [])
  const kinds: [AreaKind, string][] = hasPlaces
    ? [
        ['places', m.map_area_places()],
        ['near', m.map_area_near()],
        ['view', m.map_area_view()],
      ]
    : [['view', m.map_area_view()]]
  const canSave = measured !== undefined && typeof measured !== 'string' && measured.isPossible
  return (
    <form
      className="inlay grid scroll-mb-20 gap-2 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave && boxes) onSave(boxes)
      }}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <fieldset ref={form} className="min-w-0">
        <legend className="sign mb-1">{m.map_area_which()}</legend>
        {kinds.map(([each, label]) => (
          <label key={each} className="touch flex items-center gap-2.5">
            <input
              type="radio"
              name="area"
              checked={each === kind}
              onChange={() => setKind(each)}
              className="size-5 shrink-0"
            />
            {label}
          </label>
        ))}
      </fieldset>
      {/* Two lines on a phone, whatever it says. */}
      <p id={statusId} role="status" className="min-h-[2lh] max-w-none sm:min-h-lh">
        {describe(measured, kind)}
      </p>
      {!isOffline && <p className="text-sm text-muted">{m.map_area_also()}</p>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          {m.common_cancel()}
        </Button>
        {measured === 'failed' ? (
          <Button onClick={retry}>{m.map_again()}</Button>
        ) : (
          <Button type="submit" disabled={!canSave} aria-describedby={statusId}>
            {m.map_area_save()}
          </Button>
        )}
      </div>
    </form>
  )
}

interface Measured extends AreaSize {
  /** How much the browser lets this site store, if it says so. */
  room: number | undefined
  isPossible: boolean
}

/** What an area weighs; undefined until it is known, 'failed' if the service does not answer. */
function useSize(service: MapService, boxes: readonly Bounds[] | undefined) {
  const [result, setResult] = useState<{ boxes: readonly Bounds[]; measured: Measured | 'failed' }>()
  const [attempt, setAttempt] = useState(0)
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt measures again
  useEffect(() => {
    if (!boxes) return
    const end = new AbortController()
    const { signal } = end
    const show = (measured: Measured | 'failed') => signal.aborted || setResult({ boxes, measured })
    const timer = setTimeout(
      () => void measure(service, boxes, signal).then(show, () => show('failed')),
      isFirst.current ? 0 : SETTLE_MS,
    )
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [service, boxes, attempt])
  const retry = () => {
    setResult(undefined)
    setAttempt((count) => count + 1)
  }
  return { measured: result?.boxes === boxes ? result?.measured : undefined, retry }
}

async function measure(service: MapService, boxes: readonly Bounds[], signal: AbortSignal): Promise<Measured> {
  const [size, room] = await Promise.all([measureArea(service, boxes, signal), findFreeSpace()])
  const isPossible = size.bytes !== undefined && (room === undefined || size.bytes <= room)
  return { ...size, room, isPossible }
}

function describe(measured: Measured | 'failed' | undefined, kind: AreaKind): string {
  if (measured === undefined) return m.map_area_measuring()
  if (measured === 'failed') return m.map_area_unmeasured()
  if (measured.bytes === undefined) {
    const smaller = kind === 'view' ? m.map_area_large_view() : m.map_area_large_places()
    return `${m.map_area_large({ limit: formatByteSize(MAX_AREA_BYTES) })} ${smaller}`
  }
  const size = formatByteSize(measured.bytes)
  if (!measured.isPossible) return m.map_area_little_room({ size, room: formatByteSize(measured.room ?? 0) })
  return measured.isExact ? m.map_area_size_exact({ size }) : m.map_area_size({ size })
}
