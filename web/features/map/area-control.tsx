import { CircleCheck, Download, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatByteSize } from '#domain/byte-size.ts'
import * as m from '#messages'
import { isInstalled, requestPersistentStorage, useIsStoragePersistent } from '#web/data/offline/lasting-storage.ts'
import {
  type AreaMissingReason,
  MAX_AREA_BYTES,
  type MapArea,
  type MapAreaState,
  percentOf,
} from '#web/data/offline/map-area.ts'
import { useOfflineChoice } from '#web/data/offline/use-offline-choice.ts'
import { session } from '#web/data/root/session.ts'
import { useUser } from '#web/data/session/use-session.ts'
import type { AreaAbout, MapService, StoredArea } from '#web/data/storage/map-areas.ts'
import { chooseOffline } from '#web/data/storage/offline-choice.ts'
import type { MapPin } from '#web/trip-core/places/map-pin.ts'
import { AskDialog } from '#web/ui/ask-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TrailProgress } from '#web/ui/trail-progress.tsx'
import { AreaPanel } from './area-panel.tsx'
import { listArea } from './area-size.ts'
import type { AreaChoice } from './use-area-choice.ts'

interface AreaControlProps {
  tripId: string
  pins: readonly MapPin[]
  area: MapArea
  state: MapAreaState
  choice: AreaChoice
  /** The detailed map that is shown, from its service; undefined without a network or an agreement. */
  service: MapService | undefined
}

/** Saves an area of the detailed map on this device, and says what is there. */
export function AreaControl({ tripId, pins, area, state, choice, service }: AreaControlProps) {
  const { id: person } = useUser()
  const isOffline = useOfflineChoice(tripId)
  const [isAsking, setIsAsking] = useState(false)
  const [isRemoved, setIsRemoved] = useState(false)
  const { saved, begun, stage } = state
  const box = useRef<HTMLDivElement>(null)
  useFocusHere(box, `${stage} ${choice.isOpen} ${saved !== undefined}`, stage === 'saving')

  function save(about: AreaAbout): void {
    chooseOffline(person, tripId, true)
    void session.refreshNow()
    requestPersistentStorage()
    choice.setOpen(false)
    setIsRemoved(false)
    void area.save(about, listArea)
  }
  function remove(): void {
    setIsAsking(false)
    void area.remove().then(() => setIsRemoved(true))
  }
  const again = (about: StoredArea) =>
    service && save({ map: service, boxes: about.boxes, place: about.place, facts: undefined })
  const removing = (
    <Button variant="quiet" onClick={() => setIsAsking(true)}>
      {m.map_area_remove()}
    </Button>
  )
  const changing = service && (
    <Button variant="quiet" onClick={() => choice.setOpen(true)}>
      {m.map_area_change()}
    </Button>
  )

  return (
    <div ref={box} tabIndex={-1} className="grid gap-2 outline-none">
      {stage === 'saving' ? (
        <Saving percent={begun ? percentOf(begun) : 0} onCancel={() => void area.cancel()} />
      ) : choice.isOpen && service ? (
        <AreaPanel
          {...{ service, choice, isOffline }}
          onClose={() => choice.setOpen(false)}
          onSave={(boxes) =>
            save({ map: service, boxes, place: choice.kind === 'view' ? '' : (nameOfPlaces(pins) ?? '') })
          }
        />
      ) : begun ? (
        <Begun begun={begun} why={state.why}>
          {service && state.why !== 'too_large' && (
            <Button variant="quiet" onClick={() => again(begun)}>
              {state.why ? m.map_again() : m.map_area_continue()}
            </Button>
          )}
          {state.why === 'too_large' && changing}
          {saved ? (
            <Button variant="quiet" onClick={() => void area.cancel()}>
              {m.common_cancel()}
            </Button>
          ) : (
            removing
          )}
        </Begun>
      ) : saved ? (
        <Saved saved={saved} isOutdated={service !== undefined && !isSame(service, saved.map)}>
          {service && !isSame(service, saved.map) && (
            <Button variant="quiet" onClick={() => again(saved)}>
              {m.map_area_save_again()}
            </Button>
          )}
          {changing}
          {removing}
        </Saved>
      ) : (
        <Row
          text={
            <p role="status" className="text-sm text-muted">
              {isRemoved ? m.map_area_removed() : state.canSave ? m.map_area_what() : whyNot()}
            </p>
          }
        >
          {state.canSave && (
            <Button variant="quiet" onClick={() => choice.setOpen(true)}>
              <Download aria-hidden="true" className="size-5" />
              {m.map_area()}
            </Button>
          )}
        </Row>
      )}
      {isAsking && (
        <AskDialog
          title={m.map_area_remove_ask()}
          description={m.map_area_remove_what()}
          act={m.map_area_remove()}
          onAct={remove}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}

/**
 * Keeps the focus here when what had it is gone, so that a keyboard goes on from this place. Not on the button that
 * cancels: a second press of Enter would.
 */
function useFocusHere(box: { current: HTMLDivElement | null }, shown: string, isSaving: boolean): void {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (document.activeElement !== document.body) return
    const button = isSaving ? null : box.current?.querySelector('button')
    ;(button ?? box.current)?.focus({ preventScroll: true })
  }, [box, shown, isSaving])
}

function Row({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {children}
      <div className="min-w-0 grow basis-56">{text}</div>
    </div>
  )
}

function Saving({ percent, onCancel }: { percent: number; onCancel: () => void }) {
  return (
    <div className="inlay grid gap-2 p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="tabular-nums">{m.map_area_saving({ percent })}</p>
        <Button variant="quiet" onClick={onCancel}>
          {m.common_cancel()}
        </Button>
      </div>
      <TrailProgress percent={percent} label={m.map_area_progress_label()} />
    </div>
  )
}

interface BegunProps {
  begun: StoredArea
  why: AreaMissingReason | undefined
  children: ReactNode
}

function Begun({ begun, why, children }: BegunProps) {
  return (
    <Notice tone="warn" icon={TriangleAlert} action={<div className="flex flex-wrap gap-2">{children}</div>}>
      <div role="alert">
        {begun.total > 0 && <p>{m.map_area_some({ percent: percentOf(begun) })}</p>}
        {why && <p>{describeReason(why, begun.total > 0)}</p>}
      </div>
    </Notice>
  )
}

interface SavedProps {
  saved: StoredArea
  isOutdated: boolean
  children: ReactNode
}

function Saved({ saved, isOutdated, children }: SavedProps) {
  const isLasting = useIsStoragePersistent()
  const size = formatByteSize(saved.bytes)
  return (
    <div className="inlay grid gap-2 p-4">
      <p role="status" className="flex max-w-none items-start gap-2">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-good" />
        {saved.place === '' ? m.map_area_here_part({ size }) : m.map_area_here({ place: saved.place, size })}
      </p>
      {isOutdated && <p className="text-sm">{m.map_area_outdated()}</p>}
      {isLasting === false && (
        <p className="text-sm text-muted">{isInstalled() ? m.map_area_evict() : m.map_area_evict_install()}</p>
      )}
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}

function describeReason(why: AreaMissingReason, isPartHere: boolean): string {
  const limit = formatByteSize(MAX_AREA_BYTES)
  if (why === 'no_room') return m.map_area_some_no_room()
  if (why === 'too_large') return isPartHere ? m.map_area_some_large({ limit }) : m.map_area_large({ limit })
  return m.map_area_some_unanswered()
}

const whyNot = () => (isSecureContext ? m.map_area_unsaved() : m.map_area_not_secure())

const nameOfPlaces = (pins: readonly MapPin[]) => (pins.find(({ isDestination }) => isDestination) ?? pins[0])?.name

const isSame = (one: MapService, other: MapService) =>
  one.style === other.style && one.dark_style === other.dark_style && one.pmtiles === other.pmtiles
