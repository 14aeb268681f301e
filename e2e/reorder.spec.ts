import { randomUUID } from 'node:crypto'
import type { CDPSession, Page } from '@playwright/test'
import { buildCategory } from '#domain/testing/checklist.ts'
import { expect, type TestServer, test } from './fixtures.ts'
import { noteTexts } from './page-parts.ts'
import { touchPhone } from './phone.ts'

const names = Array.from({ length: 40 }, (_, index) => `Thing ${index + 1}`)
const grip = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
const scrolled = (page: Page) => page.evaluate(() => scrollY)

const storedNames = (server: TestServer, tripId: string): unknown[] =>
  server.database
    .prepare('select item_name from checklist_items where trip_id = ? order by order_index')
    .pluck()
    .all(tripId)

const shownNames = (page: Page) =>
  page
    .getByRole('textbox', { name: 'Item name' })
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))

interface Hand {
  down: (x: number, y: number) => Promise<unknown>
  move: (x: number, y: number) => Promise<unknown>
  up: () => Promise<unknown>
}

function finger(devtools: CDPSession): Hand {
  const touch = (type: 'touchStart' | 'touchMove', x: number, y: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
  return {
    down: (x, y) => touch('touchStart', x, y),
    move: (x, y) => touch('touchMove', x, y),
    up: () => devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  }
}

function pointer({ mouse }: Page): Hand {
  return {
    down: async (x, y) => {
      await mouse.move(x, y)
      await mouse.down()
    },
    move: (x, y) => mouse.move(x, y),
    up: () => mouse.up(),
  }
}

for (const { hand: by, options } of [
  { hand: 'finger', options: touchPhone },
  { hand: 'pointer', options: { viewport: { width: 1280, height: 800 } } },
]) {
  test(`CHECK-29 an item dragged by ${by} to the edge of the window scrolls a long list, both ways`, async ({
    openSignedIn,
    server,
    createTrip,
  }) => {
    const page = await openSignedIn(options)
    const plan = { checklist: [buildCategory('Things', ...names)] }
    const id = await createTrip(page, { name: 'Long list', type: 'car_trip', plan })
    await page.goto(`/trip/${id}?tab=checklist`)
    await page.getByRole('button', { name: 'Edit checklist' }).click()
    const hand = by === 'finger' ? finger(await page.context().newCDPSession(page)) : pointer(page)
    const { height } = options.viewport

    const pickUp = async (name: string) => {
      await grip(page, name).scrollIntoViewIfNeeded()
      const box = await grip(page, name).boundingBox()
      if (!box) throw new Error('The grip is not on the screen')
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await hand.down(x, y)
      return x
    }

    const x = await pickUp('Thing 2')
    await hand.move(x, height - 20)
    // The page keeps scrolling to its end while the item is held at the edge.
    const end = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY)
    await expect.poll(end).toBeLessThan(2)
    await hand.move(x, height / 2)
    const top = await scrolled(page)
    await hand.move(x, 20)
    await expect.poll(() => scrolled(page)).toBeLessThan(top)
    await hand.move(x, height - 20)
    await expect.poll(end).toBeLessThan(2)
    await hand.up()
    const moved = names.filter((name) => name !== 'Thing 2')
    const at = (await shownNames(page)).indexOf('Thing 2')
    expect(at).toBeGreaterThan(25)
    const order = [...moved.slice(0, at), 'Thing 2', ...moved.slice(at)]
    expect(await shownNames(page)).toEqual(order)

    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect.poll(() => storedNames(server, id)).toEqual(order)
  })
  test(`SAVE-5 a note dragged by ${by} moves past the rows it was dragged over, whatever their heights`, async ({
    openSignedIn,
    createTrip,
  }) => {
    const page = await openSignedIn(options)
    const long = 'a note that takes several lines of a phone, and two of a desktop, since it goes on and on. '.repeat(3)
    const texts = ['one', 'two', `three, ${long}`, 'four', 'five', 'six']
    const notes = texts.map((text) => ({ id: randomUUID(), text }))
    const id = await createTrip(page, { name: 'Notes', type: 'car_trip', plan: { notes } })
    // So tall that all notes are far from the edges, where the page would scroll.
    await page.setViewportSize({ ...options.viewport, height: 2000 })
    await page.goto(`/trip/${id}`)
    const hand = by === 'finger' ? finger(await page.context().newCDPSession(page)) : pointer(page)
    const fields = noteTexts(page)
    const shown = () => fields.evaluateAll((all) => all.map((text) => text.textContent))
    await expect.poll(shown).toEqual(texts)

    /** Drags a note onto another one in `moves` steps and drops it at once. */
    const drag = async (from: number, to: number, moves: number) => {
      await fields.nth(3).evaluate((field) => field.scrollIntoView({ block: 'center', behavior: 'instant' }))
      const boxes = await Promise.all([from, to].map((at) => grip(page, `note ${at}`).boundingBox()))
      const [start, end] = boxes.map((box) => box && { x: box.x + box.width / 2, y: box.y + box.height / 2 })
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
      await expect.poll(shown, `from ${from} to ${to} in ${moves} moves`).toEqual(expected)
    }
  })
}
