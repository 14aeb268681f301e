import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AirportOrText } from '#domain/places/airports.ts'
import airportsFile from '#place-data/airports.txt?url'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { responses, showPage } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectTexts, focus, press, sidewaysScroll, type } from '#web/testing/screen.ts'
import { Modal } from '#web/ui/modal.tsx'
import { AirportField } from './airport-field.tsx'

const { pathname } = new URL(airportsFile, location.href)
const field = page.getByRole('combobox', { name: 'From', exact: true })
const options = page.getByRole('option')
const option = (name: string | RegExp) => page.getByRole('option', { name })
const none: AirportOrText = { code: '', name: '', zone: '' }
let value = none
let submits = 0

function Form({ first, error }: { first: AirportOrText; error?: string | undefined }) {
  const [from, setFrom] = useState(first)
  value = from
  return (
    <form
      className="grid gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        submits += 1
      }}
    >
      <AirportField
        label="From"
        note="airport, station or place"
        {...(error && { error })}
        value={from}
        onChange={setFrom}
      />
      <button type="submit">Next</button>
    </form>
  )
}

async function open(first: AirportOrText = none, error?: string) {
  submits = 0
  showPage(
    <main>
      <Form first={first} error={error} />
    </main>,
  )
  await focus(field)
}
const expectValue = (code: string, name: string, zone: string) => expect.poll(() => value).toEqual({ code, name, zone })

afterEach(() => responses.delete(pathname))

test('is a plain text field until the airports are there, and suggests them then', async () => {
  responses.set(pathname, async () => Promise.reject(new TypeError('Not reached')))
  await open()
  await type('YYZ')
  await userEvent.tab()
  await expectValue('', 'YYZ', '')
  await expect.element(field).toHaveValue('YYZ')
  await expectCount(options, 0)
  responses.delete(pathname)
  await focus(field)
  await press('End')
  await press('ArrowDown')
  await expect.element(option(/^Toronto Pearson \(YYZ\)/)).toBeVisible()
})

test('by keyboard: a city is typed, and one of its airports chosen', async () => {
  await open()
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  await type('montr')
  await expect.element(options.first()).toHaveTextContent('Montréal Trudeau (YUL)Quebec, Canada')
  await expect.element(field).toHaveAttribute('aria-expanded', 'true')
  await expectNoAxeFindings()
  await press('Control>}a{/Control')
  await type('toronto')
  await expect.element(options.first()).toHaveTextContent('Toronto Pearson (YYZ)Ontario, Canada')
  await press('ArrowDown')
  await press('ArrowDown')
  await expect.element(option(/^Toronto Billy Bishop/)).toHaveAttribute('aria-selected', 'true')
  const active = () => field.element().getAttribute('aria-activedescendant')
  expect(active()).toBe(options.nth(1).element().id)
  await press('ArrowUp')
  await press('Enter')
  await expectValue('YYZ', 'Toronto Pearson', 'America/Toronto')
  await expect.element(field).toHaveValue('Toronto Pearson (YYZ)')
  await expect.element(field).toHaveFocus()
  await expectCount(options, 0)
  expect(submits).toBe(0)
  await press('Enter')
  expect(submits).toBe(1)
})

test('the arrow keys go round, past the text itself', async () => {
  await open()
  await type('lisbon')
  await expect.element(option(/^Lisbon \(LIS\)/)).toBeVisible()
  const count = options.elements().length
  const active = () => options.elements().findIndex((one) => one.getAttribute('aria-selected') === 'true')
  await press('ArrowUp')
  await expect.poll(active).toBe(count - 1)
  await press('ArrowDown')
  await expect.poll(active).toBe(-1)
  await press('ArrowDown')
  await expect.poll(active).toBe(0)
  await userEvent.tab()
  await expectValue('LIS', 'Lisbon', 'Europe/Lisbon')
})

test('by touch: a suggestion is pressed, and nothing else has moved', async () => {
  await page.viewport(390, 844)
  await open()
  const top = () => button('Next').element().getBoundingClientRect().top
  const before = top()
  await type('new york')
  await expect.element(option(/^New York JFK \(JFK\)/)).toBeVisible()
  expect(top()).toBe(before)
  for (const one of options.elements()) expect(one.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  expect(sidewaysScroll()).toBe(0)
  await option(/^New York LaGuardia/).click()
  await expectValue('LGA', 'New York LaGuardia', 'America/New_York')
  await expect.element(field).toHaveFocus()
  await expectCount(options, 0)
})

test('free text stays as it is typed, without a code and a zone', async () => {
  await open({ code: 'LIS', name: 'Lisbon', zone: 'Europe/Lisbon' })
  await expect.element(field).toHaveValue('Lisbon (LIS)')
  await press('Control>}a{/Control')
  await type('Gare do Oriente, track 4')
  await expectCount(options, 0)
  await userEvent.tab()
  await expectValue('', 'Gare do Oriente, track 4', '')
  await expect.element(field).toHaveValue('Gare do Oriente, track 4')
})

test('a letter that is typed and deleted changes nothing', async () => {
  await open({ code: 'YYZ', name: 'Toronto Pearson', zone: 'America/Toronto' })
  await press('End')
  await press('Backspace')
  await expectValue('', 'Toronto Pearson (YYZ', '')
  await type(')')
  await expectValue('YYZ', 'Toronto Pearson', 'America/Toronto')
})

test('a code in capitals is the airport when the field is left, or Enter is pressed', async () => {
  await open()
  await type('LIS')
  await userEvent.tab()
  await expectValue('LIS', 'Lisbon', 'Europe/Lisbon')
  await open()
  await type('YUL')
  await expect.element(options.first()).toBeVisible()
  await press('Enter')
  await expectValue('YUL', 'Montréal Trudeau', 'America/Toronto')
  expect(submits).toBe(0)
})

test.each(['Bus', 'van', 'Rom', 'BUSX'])('%s does not become an airport by itself', async (typed) => {
  await open()
  await type(typed)
  await userEvent.tab()
  await expect.element(button('Next')).toHaveFocus()
  await expectValue('', typed, '')
  await expectCount(options, 0)
})

test('Escape closes the suggestions, then the dialog around them', async () => {
  function InDialog() {
    const [isOpen, setOpen] = useState(true)
    return (
      <Modal open={isOpen} onClose={() => setOpen(false)} title="Flight">
        <Form first={none} />
      </Modal>
    )
  }
  showPage(<InDialog />)
  await focus(field)
  await type('lisb')
  await expect.element(options.first()).toBeVisible()
  await press('Escape')
  await expectCount(options, 0)
  await expect.element(dialog()).toBeVisible()
  await expectValue('', 'lisb', '')
  await press('ArrowDown')
  await expect.element(option(/^Lisbon/)).toHaveAttribute('aria-selected', 'true')
  await press('Escape')
  await press('Escape')
  await expectCount(dialog(), 0)
})

test('what is wrong is said beside it', async () => {
  await open(none, 'Enter where it leaves from.')
  await expect.element(field).toHaveAccessibleDescription('Enter where it leaves from.')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expectTexts(page.getByText('airport, station or place'), ['· airport, station or place'])
})

test('Enter while airports are offered never submits: a code in small letters is chosen, other text stays', async () => {
  await open()
  const before = submits
  await field.fill('lis')
  await expect.element(page.getByRole('listbox')).toBeVisible()
  await press('Enter')
  expect(value).toMatchObject({ code: 'LIS', name: 'Lisbon' })
  await field.fill('lisb')
  await expect.element(page.getByRole('listbox')).toBeVisible()
  await press('Enter')
  await expectCount(page.getByRole('listbox'), 0)
  expect(value).toEqual({ code: '', name: 'lisb', zone: '' })
  expect(submits).toBe(before)
  await press('Enter')
  expect(submits).toBe(before + 1)
})
