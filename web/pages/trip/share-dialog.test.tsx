import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Sharing } from '#domain/api/sharing.ts'
import { newStay } from '#domain/plan/stays.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { buildDocument } from '#web/testing/documents.ts'
import { openTrip, responses, type TripOptions } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectText } from '#web/testing/screen.ts'
import { ShareDialog } from './share-dialog.tsx'

const READS = 'People with the link can read the whole trip but can’t change anything.'
const HIDDEN = 'People with the link don’t see documents and confirmation numbers.'

/** Opens the dialog of a trip by air. Returns what was sent to change how it is shared. */
async function openDialog(options: TripOptions = {}, sharing: Partial<Sharing> = {}): Promise<unknown[]> {
  const { trip, show } = await openTrip({ type: 'air_travel', ...options })
  let current: Sharing = { is_public: false, share_token: newId(), ...sharing }
  const sent: unknown[] = []
  responses.set(`/api/trips/${trip.id}/sharing`, async (body) => {
    if (Object.keys(body as object).length > 0) sent.push(body)
    current = { ...current, ...(body as Partial<Sharing>) }
    return current
  })
  show(<ShareDialog trip={trip} destination="Lisbon" onClose={() => {}} />)
  await expect.element(page.getByLabelText('Share link', { exact: true })).toBeVisible()
  return sent
}

const buildTickets = (...numbers: string[]) =>
  numbers.map((confirmationNumber) => ({ ...newTicket(newId()), confirmationNumber }))

test('says what readers see, hides it from them and shows it again', async () => {
  const documents = ['passport.pdf', 'visa.pdf'].map(buildDocument)
  const sent = await openDialog({ documents, values: { tickets: buildTickets('A1', 'B2', ' ', 'C3', 'D4') } })
  await expectText(dialog(), 'People with the link also see 2 documents and 4 confirmation numbers.')
  await expectText(dialog(), READS)
  await button('Hide them').click()
  await expect.element(button('Show them')).toHaveFocus()
  await expectText(dialog(), HIDDEN)
  await expect.element(page.getByText(READS)).not.toBeInTheDocument()
  await expectNoAxeFindings()
  await button('Show them').click()
  await expect.element(button('Hide them')).toHaveFocus()
  await expectText(dialog(), READS)
  expect(sent).toEqual([{ hides_documents: true }, { hides_documents: false }])
})

test.each([
  [1, 0, '1 document.'],
  [0, 4, '4 confirmation numbers.'],
  [3, 1, '3 documents and 1 confirmation number.'],
])('names only what there is: %i documents, %i numbers', async (documentCount, numberCount, words) => {
  const documents = Array.from({ length: documentCount }, (_, i) => buildDocument(`${i}.pdf`))
  await openDialog({ documents, values: { tickets: buildTickets(...Array<string>(numberCount).fill('A1')) } })
  await expectText(dialog(), `People with the link also see ${words}`)
})

test('counts the confirmation numbers of stays too', async () => {
  const stays = ['4471-902', ' '].map((confirmation_number) => newStay(newId(), { confirmation_number }))
  await openDialog({ values: { tickets: buildTickets('A1'), stays } })
  await expectText(dialog(), 'People with the link also see 2 confirmation numbers.')
})

test('says nothing of documents where there are none, unless they are hidden', async () => {
  await openDialog({ values: { tickets: buildTickets('') } })
  await expectText(dialog(), READS)
  await expectCount(button('Hide them'), 0)
  await openDialog({}, { hides_documents: true })
  await expectText(dialog(), HIDDEN)
  await expect.element(button('Show them')).toBeVisible()
})

test('says who can edit, and leads to the invitation', async () => {
  await openDialog()
  await expectText(dialog(), 'Only people who join by an invitation can edit it.')
  const invite = page.getByRole('link', { name: 'Invite people' })
  await expect.element(invite).toHaveAttribute('href', expect.stringMatching(/^\/trip\/[0-9a-f-]{36}\/group#invite$/))
  await openDialog({ trip: { members_edit: false } })
  await expectText(dialog(), 'Only the owner and organizers can edit it.')
  await openDialog({ trip: { owner_id: null, role: 'everybody' } })
  await expectText(dialog(), 'This trip has no owner, so everyone who is signed in can edit it.')
  await expectCount(invite, 0)
})
