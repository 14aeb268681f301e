import { randomUUID } from 'node:crypto'
import type { CDPSession, Page } from '@playwright/test'
import { expect, type TestServer, test } from './fixtures.ts'
import { storeSection } from './stored-plan.ts'

const names = Array.from({ length: 40 }, (_, index) => `Thing ${index + 1}`)
const grip = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
const scrolled = (page: Page) => page.evaluate(() => scrollY)

const storedNames = (server: TestServer, tripId: string): unknown[] =>
  server.database.prepare('select item_name from checklist_items where trip_id = ? order by order_index').pluck().all(tripId)

const shownNames = (page: Page) =>
  page.getByRole('textbox', { name: 'Item name' }).evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))

/** A finger or a pointer that is put down, moved and lifted. */
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
  { hand: 'finger', options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  { hand: 'pointer', options: { viewport: { width: 1280, height: 800 } } },
]) {
  test(`CHECK-29 an item dragged by ${by} to the edge of the window scrolls a long list, down and up again`, async ({
    openContext,
    server,
    signIn,
    createTrip,
  }) => {
    const page = await (await openContext(options)).newPage()
    await signIn(page)
    const id = await createTrip(page, { name: 'Long list', type: 'car_trip' })
    const items = names.map((name) => ({ id: randomUUID(), name, checked: false }))
    await storeSection(page, server, id, 'checklist', [{ id: randomUUID(), category: 'Things', items }])
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
    // Held still there, the page goes on until its end.
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
}
