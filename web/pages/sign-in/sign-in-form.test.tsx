import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CHALLENGE_MINUTES } from '#domain/api/passkeys.ts'
import { AppError } from '#domain/errors.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { responses, showPage } from '#web/testing/open-trip.tsx'
import { button } from '#web/testing/screen.ts'
import { SignInForm } from './sign-in-form.tsx'

/** A question of the browser that waits for the person. */
interface Question {
  isSuggestion: boolean
  signal: AbortSignal
  choose: () => void
  refuse: () => void
}

const questions: Question[] = []
/** Somewhat longer than the form waits before it asks for suggestions. */
const SOON_MS = 1500
const soon = () => new Promise((resolve) => setTimeout(resolve, SOON_MS))

const bytes = new Uint8Array([1, 2, 3]).buffer
const credential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: bytes },
  getClientExtensionResults: () => ({}),
}

beforeEach(() => {
  questions.length = 0
  responses.set('/auth/v1/passkeys/request', async () => ({ challenge: 'AQID', rpId: 'localhost' }))
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(true)
  vi.spyOn(navigator.credentials, 'get').mockImplementation(
    ({ mediation, signal } = {}) =>
      new Promise((resolve, reject) => {
        if (!signal) throw new Error('It could not be ended')
        signal.addEventListener('abort', () => reject(signal.reason))
        questions.push({
          isSuggestion: mediation === 'conditional',
          signal,
          choose: () => resolve(credential as never),
          refuse: () => reject(new DOMException('', 'NotAllowedError')),
        })
      }),
  )
})
afterEach(() => vi.restoreAllMocks())

async function openForm(): Promise<void> {
  showPage(
    <main>
      <SignInForm onReach={() => {}} />
    </main>,
  )
  await expect.poll(() => questions.map(({ isSuggestion }) => isSuggestion)).toEqual([true])
}

test('a press ends the suggestions, which never end what a press has opened', async () => {
  await openForm()
  await button('Use a passkey').click()
  await expect.poll(() => questions).toHaveLength(2)
  const [suggestion, first] = questions
  expect([suggestion?.signal.aborted, first?.isSuggestion]).toEqual([true, false])
  await soon()
  expect(first?.signal.aborted).toBe(false)

  first?.refuse()
  await expect.element(page.getByRole('alert')).toHaveTextContent('No passkey was used.')
  await button('Use a passkey').click()
  await expect.poll(() => questions).toHaveLength(3)
  await soon()
  expect(questions.map(({ isSuggestion }) => isSuggestion)).toEqual([true, false, false])
  expect(questions[2]?.signal.aborted).toBe(false)

  questions[2]?.refuse()
  await expect.poll(() => questions.at(3)?.isSuggestion).toBe(true)
})

test('what fails after a suggestion was chosen is told, and there are suggestions again', async () => {
  responses.set('/auth/v1/token', async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    throw new AppError('passkey_not_found', 'This passkey was removed.')
  })
  await openForm()
  questions[0]?.choose()
  await expect.element(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
  await expect.element(page.getByRole('alert')).toHaveTextContent('This passkey was removed.')
  await expectNoAxeFindings()
  await expect.poll(() => questions.at(1)?.isSuggestion).toBe(true)

  responses.set('/auth/v1/token', async () => {
    throw new TypeError('Failed to fetch')
  })
  questions[1]?.choose()
  await expect.element(page.getByRole('alert')).toHaveTextContent('We couldn’t reach the server.')
})

test('suggestions are renewed before their challenge ends, and after a start without a network', async () => {
  await openForm()
  const now = Date.now()
  document.dispatchEvent(new Event('visibilitychange'))
  await soon()
  expect(questions).toHaveLength(1)
  vi.spyOn(Date, 'now').mockReturnValue(now + CHALLENGE_MINUTES * 60_000)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => questions.map(({ signal }) => signal.aborted)).toEqual([true, false])

  responses.set('/auth/v1/passkeys/request', async () => {
    throw new TypeError('Failed to fetch')
  })
  vi.mocked(Date.now).mockReturnValue(now + 2 * CHALLENGE_MINUTES * 60_000)
  document.dispatchEvent(new Event('visibilitychange'))
  await soon()
  responses.set('/auth/v1/passkeys/request', async () => ({ challenge: 'AQID', rpId: 'localhost' }))
  dispatchEvent(new Event('online'))
  await expect.poll(() => questions).toHaveLength(3)
})

test('on a page that stays open, suggestions never wait with a challenge that has ended', async () => {
  const ticks: (() => void)[] = []
  const wait = window.setInterval
  vi.spyOn(window, 'setInterval').mockImplementation(((tick: () => void, ms: number) => {
    if (ms < 10_000) return wait(tick, ms)
    ticks.push(tick)
    expect(ms).toBeLessThan(60_000)
    return 0
  }) as never)
  await openForm()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + (CHALLENGE_MINUTES - 1) * 60_000)
  for (const tick of ticks) tick()
  await expect.poll(() => questions.map(({ signal }) => signal.aborted)).toEqual([true, false])
})
