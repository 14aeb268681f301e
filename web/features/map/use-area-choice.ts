import { useMemo, useState } from 'react'
import type { Bounds } from '#domain/places/bounds.ts'
import { boxAround, boxesNear, type Shown } from './area-boxes.ts'

/** `places`: a box around all places and tracks. `near`: boxes around each. `view`: what the map shows. */
export type AreaKind = 'places' | 'near' | 'view'

const nothing: readonly Bounds[] = []

/** Which area of the map somebody is about to save. */
export interface AreaChoice {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  kind: AreaKind
  setKind: (kind: AreaKind) => void
  /** Undefined while nobody chooses, and until the map has said what it shows. */
  boxes: readonly Bounds[] | undefined
  /** What the map draws. */
  outline: readonly Bounds[]
  /** Undefined as long as nobody needs to know what the map shows. */
  onView: ((view: Bounds) => void) | undefined
  hasPlaces: boolean
}

export function useAreaChoice({ pins, lines }: Shown): AreaChoice {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setKind] = useState<AreaKind>('places')
  const [view, setView] = useState<Bounds>()
  const hasPlaces = pins.length + lines.length > 0
  const kind = hasPlaces ? chosen : 'view'
  const boxes = useMemo(() => {
    if (!isOpen) return undefined
    if (kind === 'view') return view && [view]
    return kind === 'near' ? boxesNear({ pins, lines }) : boxAround({ pins, lines })
  }, [isOpen, kind, pins, lines, view])
  const isViewed = isOpen && kind === 'view'
  const outline = boxes && !isViewed ? boxes : nothing
  return { isOpen, setOpen, kind, setKind, boxes, outline, onView: isViewed ? setView : undefined, hasPlaces }
}
