import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import * as m from '#messages'

interface ReorderListProps<Item extends { id: string }> {
  items: readonly Item[]
  nameOf: (item: Item, index: number) => string
  /** Moves an item to an index. Called once on drop, and for every arrow key. */
  onMove: (id: string, index: number) => void
  /**
   * Renders an item; `handle` is the grip to move it. Keep the function stable: items that did not change are then not
   * rendered again.
   */
  children: DrawItem<Item>
  ordered?: boolean
  className?: string
  itemClassName?: string
}

interface Drag {
  id: string
  index: number
  /** The distance from its upper edge to where it is held. */
  grabOffset: number
}

type DrawItem<Item> = (item: Item, index: number, handle: ReactNode) => ReactNode

/** Within this distance of the window's edge a dragged item scrolls the page, faster the closer it is. */
const EDGE_PX = 96
const FASTEST_PX_PER_MS = 1

/**
 * A list whose items are moved by their grip: dragged with a finger or a pointer, or with the arrow keys. During a drag
 * the list shows the order it would get, and the page scrolls at its edges. Escape cancels the drag.
 */
export function ReorderList<Item extends { id: string }>({
  items,
  nameOf,
  onMove,
  children,
  ordered = false,
  className = '',
  itemClassName = '',
}: ReorderListProps<Item>) {
  const list = useRef<HTMLElement>(null)
  const pointerY = useRef(0)
  const [drag, setDrag] = useState<Drag>()
  const [announcement, setAnnouncement] = useState('')
  const shown = drag ? moveItem(items, drag.id, drag.index) : items
  const List = ordered ? 'ol' : 'ul'
  const isDragging = drag !== undefined

  useEffect(() => {
    if (!isDragging) return
    let before = performance.now()
    let frame = requestAnimationFrame(function scroll(now) {
      const speed = scrollSpeed(pointerY.current)
      scrollBy({ top: speed * (now - before), behavior: 'instant' })
      if (speed !== 0) setDrag((current) => current && moveDragTo(current, list.current, pointerY.current))
      before = now
      frame = requestAnimationFrame(scroll)
    })
    return () => cancelAnimationFrame(frame)
  }, [isDragging])

  function onPointerDown(event: PointerEvent) {
    const index = gripIndex(event)
    const item = items[index]
    const row = list.current?.children[index]
    if (!item || !row) return
    // Captured by the list: the grip would lose the pointer when its row moves.
    list.current?.setPointerCapture(event.pointerId)
    pointerY.current = event.clientY
    setDrag({ id: item.id, index, grabOffset: event.clientY - row.getBoundingClientRect().top })
  }

  function onPointerMove(event: PointerEvent) {
    pointerY.current = event.clientY
    if (drag) setDrag(moveDragTo(drag, list.current, event.clientY))
  }

  function drop({ clientY }: PointerEvent) {
    if (!drag) return
    setDrag(undefined)
    // From the current position: the last moves may not have been rendered.
    const { id, index } = moveDragTo(drag, list.current, clientY)
    if (items.findIndex((item) => item.id === id) !== index) onMove(id, index)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && drag) {
      // Escape must not cancel the edit mode too.
      event.preventDefault()
      setDrag(undefined)
    }
    const index = gripIndex(event)
    const item = items[index]
    const to = index + Number(event.key === 'ArrowDown') - Number(event.key === 'ArrowUp')
    if (!item || to === index) return
    // Also at an end of the list, where the key would scroll the page.
    event.preventDefault()
    if (to < 0 || to >= items.length) return
    onMove(item.id, to)
    setAnnouncement(m.common_reorder_moved({ name: nameOf(item, index), position: to + 1, total: items.length }))
  }

  return (
    <>
      <List
        ref={list as never}
        className={className}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={drop}
        onPointerCancel={() => setDrag(undefined)}
        onKeyDown={onKeyDown}
      >
        {shown.map((item, index) => (
          <Row
            key={item.id}
            item={item}
            index={index}
            name={nameOf(item, index)}
            isDragged={drag?.id === item.id}
            draw={children as DrawItem<unknown>}
            className={itemClassName}
          />
        ))}
      </List>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

interface RowProps {
  item: unknown
  index: number
  name: string
  isDragged: boolean
  draw: DrawItem<unknown>
  className: string
}

const Row = memo(function Row({ item, index, name, isDragged, draw, className }: RowProps) {
  const handle = (
    <button
      type="button"
      data-grip
      aria-label={m.common_reorder_move_label({ name })}
      title={m.common_reorder_hint()}
      className="touch -ml-2.5 inline-grid shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted hover:text-action active:cursor-grabbing"
    >
      <GripVertical aria-hidden="true" className="size-5" />
    </button>
  )
  return (
    <li
      data-dragged={isDragged || undefined}
      className={`${className} ${isDragged ? 'relative z-10 opacity-80 shadow-lifted' : ''}`}
    >
      {draw(item, index, handle)}
    </li>
  )
})

/** The index of the item whose grip an event came from, or -1. */
function gripIndex({ target, currentTarget }: { target: EventTarget; currentTarget: Element }): number {
  const grip = (target as Element).closest('[data-grip]')
  return grip ? [...currentTarget.children].findIndex((row) => row.contains(grip)) : -1
}

/**
 * Moves the dragged item with the hand, wherever it is held: an item below gives way when the dragged one's lower edge
 * passes its middle, an item above when its upper edge does. So dragging over a row moves it by one, and an item that
 * has just given way does not come back at once.
 */
function moveDragTo(drag: Drag, list: Element | null, y: number): Drag {
  const rows = [...(list?.children ?? [])]
  const dragged = rows.find((row) => row.hasAttribute('data-dragged'))
  if (!dragged) return drag
  const top = y - drag.grabOffset
  const bottom = top + dragged.getBoundingClientRect().height
  const isAbove = (row: Element) => rows.indexOf(row) < rows.indexOf(dragged)
  const index = rows.filter((row) => row !== dragged && middleOf(row) < (isAbove(row) ? top : bottom)).length
  return index === drag.index ? drag : { ...drag, index }
}

function scrollSpeed(y: number): number {
  const above = Math.max(0, EDGE_PX - y)
  const below = Math.max(0, y - (innerHeight - EDGE_PX))
  return (FASTEST_PX_PER_MS * Math.max(-EDGE_PX, Math.min(EDGE_PX, below - above))) / EDGE_PX
}

export function moveItem<Item extends { id: string }>(items: readonly Item[], id: string, index: number): Item[] {
  const item = items.find((entry) => entry.id === id)
  const others = items.filter((entry) => entry.id !== id)
  return item ? [...others.slice(0, index), item, ...others.slice(index)] : others
}

function middleOf(row: Element): number {
  const { top, height } = row.getBoundingClientRect()
  return top + height / 2
}
