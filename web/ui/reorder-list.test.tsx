import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildCategory } from '#domain/testing/checklist.ts'
import { newId } from '#web/data/new-id.ts'
import { itineraryDay } from '#web/testing/itinerary.ts'
import { openTrip } from '#web/testing/open-trip.tsx'
import { button, expectCount, focus, press } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { finger, type Hand, middleOf, mouse } from './testing/hand.ts'

/* Rows that are dragged by their grip, with a mouse or a finger of the browser's own, or moved with the arrow keys. */

const grip = (name: string) => button(`Move ${name}`)
const notes = page.getByRole('region', { name: 'Trip Notes & Reminders' })
/** The notes as they read; one that is open is a text area. */
const noteTexts = () => [...notes.element().querySelectorAll('li p, li textarea')]
const shownNotes = () =>
  noteTexts().map((part) => (part instanceof HTMLTextAreaElement ? part.value : (part.textContent ?? '')))

async function openNotes(texts: string[]) {
  const opened = await openTrip({ values: { notes: texts.map((text) => ({ id: newId(), text })) } })
  showApp(`/trip/${opened.trip.id}`)
  await expect.element(grip('note 1')).toBeVisible()
  await expect.poll(shownNotes).toEqual(texts)
  return { ...opened, storedNotes: () => opened.stored('notes').map(({ text }) => text) }
}

const scrollToMiddle = (element: Element) => element.scrollIntoView({ block: 'center', behavior: 'instant' })

let hand: Hand = mouse()
// A test that fails must not leave the button pressed.
afterEach(() => hand.up().catch(() => {}))

for (const { by, create, width, height } of [
  { by: 'finger', create: finger, width: 390, height: 844 },
  { by: 'pointer', create: mouse, width: 1280, height: 800 },
])
  describe(`dragged by ${by}`, () => {
    test('CHECK-29 an item that is dragged to the edge of the window scrolls a long list, both ways', async () => {
      hand = create()
      await page.viewport(width, height)
      const names = Array.from({ length: 40 }, (_, index) => `Thing ${index + 1}`)
      const { trip, stored } = await openTrip({ values: { checklist: [buildCategory('Things', ...names)] } })
      showApp(`/trip/${trip.id}?tab=checklist`)
      await button('Edit checklist').click()
      const shownNames = () =>
        page
          .getByRole('textbox', { name: 'Item name' })
          .elements()
          .map((field) => (field as HTMLInputElement).value)

      await expect.element(grip('Thing 2')).toBeVisible()
      scrollToMiddle(grip('Thing 2').element())
      const { x, y } = middleOf(grip('Thing 2').element())
      await hand.down(x, y)
      await hand.move(x, height - 20)
      // The page keeps scrolling to its end while the item is held at the edge.
      const end = () => document.documentElement.scrollHeight - innerHeight - scrollY
      await expect.poll(end).toBeLessThan(2)
      await hand.move(x, height / 2)
      const top = scrollY
      await hand.move(x, 20)
      await expect.poll(() => scrollY).toBeLessThan(top)
      await hand.move(x, height - 20)
      await expect.poll(end).toBeLessThan(2)
      await hand.up()
      const moved = names.filter((name) => name !== 'Thing 2')
      const at = shownNames().indexOf('Thing 2')
      expect(at).toBeGreaterThan(25)
      const order = [...moved.slice(0, at), 'Thing 2', ...moved.slice(at)]
      expect(shownNames()).toEqual(order)

      await button('Save Changes').click()
      await expect.poll(() => stored('checklist')[0]?.items.map(({ name }) => name)).toEqual(order)
    })

    test('SAVE-5 a note moves past the rows it was dragged over, whatever their heights', async () => {
      hand = create()
      // So tall that all notes are far from the edges, where the page would scroll.
      await page.viewport(width, 2000)
      const long = 'a note that takes several lines of a phone, and two of a desktop, since it goes on and on. '.repeat(
        3,
      )
      const texts = ['one', 'two', `three, ${long}`, 'four', 'five', 'six']
      await openNotes(texts)

      /** Drags a note onto another one in `moves` steps and drops it at once. */
      const drag = async (from: number, to: number, moves: number) => {
        scrollToMiddle(noteTexts()[3] as Element)
        const [start, end] = [from, to].map((at) => middleOf(grip(`note ${at}`).element()))
        if (!start || !end) throw new Error('The grips are not on the screen')
        await hand.down(start.x, start.y)
        for (let move = 1; move <= moves; move += 1)
          await hand.move(start.x, start.y + ((end.y - start.y) * move) / moves)
        await hand.up()
      }
      const expected = [...texts]
      for (const [from, to, moves] of [
        [1, 2, 8],
        [4, 5, 1],
        [4, 6, 8],
        [6, 4, 1],
        [2, 1, 3],
        [1, 5, 12],
        [5, 1, 12],
      ] as const) {
        await drag(from, to, moves)
        expected.splice(to - 1, 0, ...expected.splice(from - 1, 1))
        await expect.poll(shownNotes, { message: `from ${from} to ${to} in ${moves} moves` }).toEqual(expected)
      }
    })
  })

/** Drags a grip slightly past the middle of another row. */
async function dragPast(handle: Element, target: Element, beforeDrop?: () => Promise<void>): Promise<void> {
  // Near an edge of the window the page scrolls during a drag.
  scrollToMiddle(target)
  const { x, y } = middleOf(handle)
  const to = middleOf(target).y
  const end = to + 5 * Math.sign(to - y)
  await hand.down(x, y)
  for (let step = 1; step <= 8; step += 1) await hand.move(x, y + ((end - y) * step) / 8)
  await beforeDrop?.()
  await hand.up()
}

test('NOTE-3, SAVE-4 reorders notes by dragging their grip and with the arrow keys', async () => {
  hand = mouse()
  const { storedNotes } = await openNotes(['one', 'two', 'three', 'four'])
  await focus(grip('note 1'))
  await press('ArrowDown')
  await expect.poll(shownNotes).toEqual(['two', 'one', 'three', 'four'])
  // The grip moves with its note and keeps the focus.
  await expect.element(grip('note 2')).toHaveFocus()
  await expectCount(notes.getByRole('status').filter({ hasText: 'now 2 of 4' }), 1)
  // Once more than it can move: at the end of the list the page stays where it is too.
  const scrolled = scrollY
  await press('ArrowDown')
  await press('ArrowDown')
  await press('ArrowDown')
  await press('ArrowUp')
  await expect.poll(shownNotes).toEqual(['two', 'three', 'one', 'four'])
  await expect.poll(storedNotes).toEqual(['two', 'three', 'one', 'four'])
  expect(scrollY).toBe(scrolled)

  const text = (index: number) => noteTexts()[index] as Element
  await dragPast(grip('note 4').element(), text(0))
  await expect.poll(shownNotes).toEqual(['four', 'two', 'three', 'one'])
  await expect.poll(storedNotes).toEqual(['four', 'two', 'three', 'one'])

  // Escape cancels the move.
  await dragPast(grip('note 1').element(), text(3), async () => {
    await expect.poll(shownNotes).toEqual(['two', 'three', 'one', 'four'])
    await press('Escape')
  })
  await expect.poll(shownNotes).toEqual(['four', 'two', 'three', 'one'])
  await dragPast(grip('note 1').element(), text(2))
  await expect.poll(storedNotes).toEqual(['two', 'three', 'four', 'one'])
  expect(shownNotes()).toEqual(['two', 'three', 'four', 'one'])
})

test('SAVE-7 reorders activities by dragging their grip and by the arrow keys', async () => {
  hand = mouse()
  await page.viewport(1280, 1400)
  const itinerary = { 1: itineraryDay('Monday', ['First', 'Second', 'Third']) }
  const { trip, stored } = await openTrip({ values: { itinerary } })
  showApp(`/trip/${trip.id}?tab=itinerary`)
  const activities = page.getByRole('region', { name: 'Light Activities, day 1', exact: true }).getByRole('listitem')
  const names = () => activities.elements().map((one) => one.querySelector('[data-part=activity]')?.textContent)
  const storedNames = () => stored('itinerary')[1]?.light.map(({ activity }) => activity)
  await focus(grip('First'))
  await press('ArrowDown')
  await expect.poll(names).toEqual(['Second', 'First', 'Third'])
  await expect.element(grip('First')).toHaveFocus()
  await expect.element(page.getByText('First is now 2 of 3')).toBeInTheDocument()
  await press('ArrowUp')
  await press('ArrowUp')
  await expect.poll(names).toEqual(['First', 'Second', 'Third'])

  const dragToEnd = (beforeDrop: () => Promise<void>) =>
    dragPast(grip('First').element(), activities.elements()[2] as Element, async () => {
      await expect.poll(names).toEqual(['Second', 'Third', 'First'])
      await beforeDrop()
    })
  await dragToEnd(async () => {
    await focus(grip('First'))
    await press('Escape')
  })
  await expect.poll(names).toEqual(['First', 'Second', 'Third'])
  await dragToEnd(async () => {})
  await expect.poll(names).toEqual(['Second', 'Third', 'First'])
  await expect.poll(storedNames).toEqual(['Second', 'Third', 'First'])
})
