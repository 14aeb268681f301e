import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { UndoBar } from './undo-bar.tsx'

const gone = vi.fn()
const place = document.createElement('div')
const root = createRoot(place)

const bar = page.getByText('Removed “Tent”.')

beforeEach(async () => {
  gone.mockClear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  document.body.append(place)
  root.render(<UndoBar offer={{ text: 'Removed “Tent”.', undo() {} }} onGone={gone} />)
  await expect.element(bar).toBeVisible()
  // The mouse of an earlier test may be there.
  await userEvent.unhover(bar)
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

test('an offer to undo does not go while the focus or the pointer is on it', async () => {
  const undo = page.getByRole('button', { name: 'Undo' }).element() as HTMLElement
  undo.focus()
  vi.advanceTimersByTime(60_000)
  await userEvent.hover(bar)
  undo.blur()
  vi.advanceTimersByTime(60_000)
  undo.focus()
  await userEvent.unhover(bar)
  vi.advanceTimersByTime(60_000)
  expect(gone).not.toHaveBeenCalled()
  undo.blur()
  vi.advanceTimersByTime(10_000)
  expect(gone).toHaveBeenCalledOnce()
})
