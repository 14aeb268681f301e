import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { InvitedTo, Joining } from '#domain/api/people.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { responses, showPage } from '#web/testing/open-trip.tsx'
import { button, expectCount, focus, press, type } from '#web/testing/screen.ts'
import { JoinPage } from './join-page.tsx'

type Name = InvitedTo['names'][number]

const choices = page.getByRole('radio')
const choice = (name: string | RegExp) => page.getByRole('radio', { name })
const search = page.getByLabelText('Find your name')
const yourName = page.getByLabelText('Your name')

const nameOf = (name: string, children: string[] = []): Name => ({ id: newId(), name, party: '', children })

/** Opens an invitation on a phone. Returns what the page sends to join; the server never answers that. */
async function openInvitation(names: Name[]): Promise<Partial<Joining>[]> {
  await page.viewport(390, 844)
  const invitation: InvitedTo = {
    trip: { name: 'Pog Lake', type: 'car_trip', destination_name: '', departure_date: '', return_date: '' },
    invited_by: 'Robin Tester',
    trip_id: null,
    names,
  }
  const joined: Partial<Joining>[] = []
  responses.set('/api/join/look', async () => invitation)
  responses.set('/api/join', (body) => {
    const { name, person_id } = body as Joining
    joined.push({ name, person_id })
    return new Promise(() => {})
  })
  showPage(<JoinPage token={newId()} />)
  await expect.element(page.getByRole('heading', { name: 'Pog Lake' })).toBeVisible()
  return joined
}

test('a long list of names has a search field on a phone, which hides no chosen name', async () => {
  const zoe = nameOf('Zoë Lake')
  const joined = await openInvitation([zoe, ...Array.from({ length: 10 }, (_, place) => nameOf(`Guest ${place}`))])
  await expectCount(choices, 12)
  await expect.element(page.getByText('No account needed.')).toBeVisible()
  await choice('Guest 3').click()
  await search.click()
  await type('zoe')
  await expectCount(choices, 3)
  await expect.element(choice('Guest 3')).toBeChecked()
  await press('Enter')
  await expectNoAxeFindings()
  expect(joined).toEqual([])
  await search.fill('nobody')
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(/^No name on the list matches\. Choose “Someone else”\.$/)
  await search.fill('zoe')
  await userEvent.tab()
  await press('ArrowUp')
  await expect.element(choice('Zoë Lake')).toBeChecked()
  await button('Join as Zoë Lake').click()
  await expect.poll(() => joined).toEqual([{ name: 'Zoë Lake', person_id: zoe.id }])
})

test('children are listed with their parent, and arrow keys move between the names', async () => {
  const names = ['Lake', 'Hill', 'Berg', 'Wood', 'Moor', 'Dale'].map((name) =>
    nameOf(`Kim ${name}`, [`Ada ${name}`, `Ife ${name}`]),
  )
  const joined = await openInvitation(names)
  await expectCount(choices, 7)
  await expect.element(page.getByText('No account needed. Add your family next.')).toBeVisible()
  await expect.element(button('Join')).toBeInViewport({ ratio: 1 })

  // Past the last name is 'Someone else', which asks for a name, and then the first name again.
  const parent = (name: string) => choice(`Kim ${name} · with Ada and Ife`)
  const [lake, dale] = [parent('Lake'), parent('Dale')]
  const someoneElse = choice(/^Someone else/)
  await focus(dale)
  await press(' ')
  await press('ArrowDown')
  await expect.element(someoneElse).toBeChecked()
  await expect.element(yourName).toBeVisible()
  await expect.element(someoneElse).toHaveFocus()
  await press('ArrowDown')
  await expect.element(lake).toBeChecked()
  await expectCount(yourName, 0)
  await press('ArrowUp')
  await press('ArrowUp')
  await expect.element(dale).toHaveFocus()
  // A press also moves the focus to the name.
  await page.getByText('Someone else').click()
  await expect.element(yourName).toHaveFocus()
  await expectNoAxeFindings()
  await dale.click()
  await button('Join as Kim Dale').click()
  await expect.poll(() => joined).toEqual([{ name: 'Kim Dale', person_id: names.at(-1)?.id }])
})
