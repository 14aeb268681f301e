import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openTrip } from '#web/testing/open-trip.tsx'
import { button, dialog, expectText, pressOn } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

/* Browsers that lack something or are set up in an odd way. The built app in them: e2e/oldest-browsers.spec.ts. */

test('after a deletion by keyboard the focus is near, also without checkVisibility()', async () => {
  const { checkVisibility } = Element.prototype
  Reflect.deleteProperty(Element.prototype, 'checkVisibility')
  try {
    const notes = ['Bring the tarp', 'Bring the axe'].map((text) => ({ id: crypto.randomUUID(), text }))
    const { trip } = await openTrip({ values: { notes } })
    showApp(`/trip/${trip.id}`)
    await pressOn(button('Delete note 1'), 'Enter')
    await expectText(
      page.getByRole('region', { name: 'Trip Notes & Reminders' }).getByRole('listitem'),
      'Bring the axe',
    )
    await expect.element(button('Delete note 1')).toHaveFocus()
  } finally {
    Element.prototype.checkVisibility = checkVisibility
  }
})

test('Costs opens on a device whose language is odd', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en_US.UTF-8')
  const { trip } = await openTrip()
  showApp(`/trip/${trip.id}/group?tab=costs`)
  await button('Add expense').first().click()
  await expect.element(dialog().getByLabelText('Currency')).toHaveValue('EUR')
})
