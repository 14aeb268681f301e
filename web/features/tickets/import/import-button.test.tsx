import { expect, test, vi } from 'vitest'
import type { Trip } from '#domain/trip.ts'
import { openTrip } from '#web/testing/open-trip.tsx'
import { button } from '#web/testing/screen.ts'
import { useImport } from './import-button.tsx'

// The dialog loads for ever.
vi.mock('#web/ui/loading/import-with-retry.ts', async (original) => ({
  ...(await original<object>()),
  importWithRetry: () => new Promise(() => {}),
}))

function Imports({ trip }: { trip: Trip }) {
  const imports = useImport(trip, true)
  return (
    <>
      {imports.button}
      {imports.dialog}
    </>
  )
}

test('files that are dropped again while the dialog loads are not opened by the browser', async () => {
  const { trip, show } = await openTrip()
  show(<Imports trip={trip} />)
  await expect.element(button('Add from an email or pass')).toBeVisible()
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['From: a@example.org'], 'a.eml'))
  for (let count = 0; count < 3; count++) {
    for (const type of ['dragover', 'drop']) {
      const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
      document.body.dispatchEvent(event)
      expect(event.defaultPrevented).toBe(true)
    }
    // It is rendered in between.
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
})
