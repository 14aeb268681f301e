import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { UndoBar } from './undo-bar.tsx'

const gone = vi.fn()
const place = document.createElement('div')
const root = createRoot(place)

beforeEach(async () => {
  gone.mockClear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  document.body.append(place)
  root.render(<UndoBar offer={{ text: 'Removed “Tent”.', undo() {} }} onGone={gone} />)
  const bar = page.getByText('Removed “Tent”.')
  await expect.element(bar).toBeVisible()
  // The mouse of an earlier test may be there.
  bar.element().dispatchEvent(new PointerEvent('pointerout', { bubbles: true }))
})

afterEach(() => {
  root.render(null)
  place.remove()
  vi.useRealTimers()
})

test('an offer to undo goes after ten seconds', () => {
  vi.advanceTimersByTime(9000)
  expect(gone).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(gone).toHaveBeenCalledOnce()
})

test('an offer to undo does not go while the focus is on it', () => {
  const undo = page.getByRole('button', { name: 'Undo' }).element() as HTMLElement
  undo.focus()
  vi.advanceTimersByTime(60_000)
  expect(gone).not.toHaveBeenCalled()
  undo.blur()
  vi.advanceTimersByTime(9000)
  expect(gone).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(gone).toHaveBeenCalledOnce()
})

test('an offer to undo does not go while the pointer is on it', () => {
  const bar = page.getByText('Removed “Tent”.').element().parentElement
  bar?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  vi.advanceTimersByTime(60_000)
  expect(gone).not.toHaveBeenCalled()
  bar?.dispatchEvent(new PointerEvent('pointerout', { bubbles: true }))
  vi.advanceTimersByTime(10_000)
  expect(gone).toHaveBeenCalledOnce()
})
