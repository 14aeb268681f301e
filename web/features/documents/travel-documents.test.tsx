import { expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { TravelDocument } from '#domain/documents.ts'
import { buildDocument } from '#web/testing/documents.ts'
import { openTrip } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, pressOn } from '#web/testing/screen.ts'
import { TravelDocuments } from './travel-documents.tsx'

const panel = page.getByRole('main')
const heading = panel.getByRole('heading', { name: 'Travel Documents' })
const nothing = panel.getByText('No documents uploaded yet')
const hint = panel.getByText('PDF, JPEG, PNG (max 10MB)')
const input = panel.getByLabelText('Choose File')
const alert = panel.getByRole('alert')

async function showDocuments(documents: TravelDocument[] = []): Promise<void> {
  const { trip, show } = await openTrip({ type: 'air_travel', documents })
  // The margins of its page.
  show(
    <div className="mx-auto w-full max-w-6xl px-4">
      <TravelDocuments trip={trip} failure={undefined} />
    </div>,
  )
  await expect.element(heading).toBeVisible()
}

async function openDocuments(): Promise<void> {
  await showDocuments()
  await button('Show Documents').click()
  await expect.element(input).toBeEnabled()
}

/** Chooses a file, as the browser's dialog does. */
function choose(file: File): void {
  const chosen = new DataTransfer()
  chosen.items.add(file)
  const field = input.element() as HTMLInputElement
  field.files = chosen.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** The box of the text alone. */
function rangeOf(text: Locator): Range {
  const range = document.createRange()
  range.selectNodeContents(text.element())
  return range
}

test('PROD-4, DOCS-1..4, DOCS-6, DOCS-16, VALID-22 documents are collapsed until opened, and empty at first', async () => {
  await showDocuments()
  const inside = [panel.getByText('Choose File'), nothing]
  const expectClosed = async () => {
    for (const text of inside) await expect.poll(() => text.query()?.checkVisibility() ?? false).toBe(false)
  }
  await expectClosed()
  await button('Show Documents').click()
  for (const text of inside) await expect.element(text).toBeVisible()
  await expect.element(hint).toBeVisible()
  await expect.element(input).toHaveAttribute('accept', '.pdf,.jpg,.jpeg,.png')
  await expectCount(alert, 0)
  await expectCount(button('Show Documents'), 0)
  await button('Hide Documents').click()
  await expectClosed()
})

test('DOCS-7, VALID-14, VALID-15, VALID-20, VALID-21, ERR-37, ERR-38, CONST-3, CONST-4 rejects forbidden files at once, first by type and then by size', async () => {
  const TYPE = 'Only PDF, JPEG, and PNG files are allowed'
  const SIZE = 'File size must be less than 10MB'
  const tooLarge = 10 * 1024 * 1024 + 1
  const uploads = vi.spyOn(XMLHttpRequest.prototype, 'open')
  await openDocuments()
  const refused: [File, string][] = [
    [new File(['hello'], 'notes.txt', { type: 'text/plain' }), TYPE],
    [new File(['hello'], 'notes.pdf', { type: 'application/pdf' }), TYPE],
    [
      new File(['\0\0\0\x18ftypheic\0\0\0\0mif1heic'], 'IMG_1.jpg', { type: 'image/jpeg' }),
      `${TYPE}. To make a JPEG of a HEIC photo`,
    ],
    [new File(['%PDF-1.4\n'.padEnd(tooLarge, '.')], 'large.pdf', { type: 'application/pdf' }), SIZE],
    [new File(['GIF89a'], 'moving.gif', { type: 'image/gif' }), TYPE],
    [new File([], 'empty.pdf', { type: 'application/pdf' }), 'This file is empty.'],
    [new File(['<svg onload="alert(1)"/>'], 'drawing.svg', { type: 'image/svg+xml' }), TYPE],
    [new File(['x'.repeat(tooLarge)], 'large.txt', { type: 'text/plain' }), TYPE],
  ]
  for (const [file, message] of refused) {
    choose(file)
    await expect.element(alert).toHaveTextContent(message)
    await expect.element(alert).toHaveTextContent(file.name)
    await expectCount(button('Try again'), 0)
    await expect.element(input).toBeEnabled()
  }
  await button('Dismiss').click()
  await expectCount(alert, 0)
  expect(uploads).not.toHaveBeenCalled()
  await expect.element(nothing).toBeVisible()
})

test.each([360, 390])('at %i px the documents heading and its toggle are on one line', async (width) => {
  await page.viewport(width, 844)
  await showDocuments()
  for (const words of ['Show Documents', 'Hide Documents']) {
    const toggle = button(words)
    await expect.element(toggle).toBeVisible()
    const [title, pressed] = [heading, toggle].map((one) => one.element().getBoundingClientRect()) as [DOMRect, DOMRect]
    expect(pressed.height).toBeGreaterThanOrEqual(44)
    expect(title.right).toBeLessThanOrEqual(pressed.x)
    expect(title.y + title.height / 2).toBeCloseTo(pressed.y + pressed.height / 2, 0)
    const lines = new Set([...rangeOf(heading).getClientRects()].map(({ top }) => Math.round(top / 8)))
    expect(lines.size, words).toBe(1)
    if (words === 'Show Documents') await toggle.click()
  }
})

test('DOCS-16 on a desktop the empty state is centred', async () => {
  await openDocuments()
  const middleOf = (text: Locator) => {
    const { left, right } = rangeOf(text).getBoundingClientRect()
    return (left + right) / 2
  }
  await expect.element(nothing).toBeVisible()
  expect(middleOf(nothing)).toBeCloseTo(middleOf(hint), 0)
})

test('documents can be edited by keyboard without losing the focus', async () => {
  await showDocuments([buildDocument('visa.pdf'), buildDocument('passport.pdf')])
  await pressOn(button('Show Documents'), 'Enter')
  const bins = panel.getByRole('button', { name: /^Delete document/ })
  await expectCount(bins, 2)
  const question = dialog().filter({ hasText: 'Delete this document?' })
  await pressOn(bins.first(), 'Enter')
  await pressOn(question.getByRole('button', { name: 'Delete' }), 'Enter')
  await expectCount(bins, 1)
  await expect.poll(() => document.activeElement?.matches('main li :is(a, [aria-label^="Delete document"])')).toBe(true)
  await pressOn(bins, 'Enter')
  await pressOn(question.getByRole('button', { name: 'Delete' }), 'Enter')
  await expectCount(bins, 0)
  await expect.element(input).toHaveFocus()
})
